//! Servers managed by a cloud: how each is recognised, and which parts of an answer apply there.

/// Signs by which it is recognised, anywhere in the paste.
struct Signs {
    /// Variables that only it has.
    variables: &'static [&'static str],
    /// Prefixes of a variable's value: name, prefix.
    values: &'static [(&'static str, &'static str)],
    /// Its own accounts in PROCESSLIST.
    users: &'static [&'static str],
}

macro_rules! clouds {
    ($($(#[$doc:meta])* $name:ident = $says:literal, $signs:expr;)*) => {
        /// The cloud that manages the server.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Cloud {
            $($(#[$doc])* $name,)*
        }
        impl Cloud {
            const ALL: &'static [Cloud] = &[$(Cloud::$name,)*];
            const fn signs(self) -> &'static Signs {
                match self { $(Cloud::$name => &$signs,)* }
            }
            /// The sentence about what differs there.
            pub(crate) const fn says(self) -> &'static str {
                match self { $(Cloud::$name => concat!("diagnose_cloud_", $says),)* }
            }
        }
    };
}

clouds! {
    /// Amazon Aurora MySQL. It has its own pool, which configures itself:
    /// <https://docs.aws.amazon.com/whitepapers/latest/amazon-aurora-mysql-db-admin-handbook/connection-handling-in-aurora-mysql-and-mysql.html>.
    /// KILL: <https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/mysql-stored-proc-ending.html>.
    Aurora = "aurora", Signs { variables: &["aurora_version"], values: &[], users: &[] };
    /// Amazon RDS. Privileges: <https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/UsingWithRDS.MasterAccounts.html>.
    /// Parameters: <https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Appendix.MariaDB.Parameters.html>.
    /// KILL: <https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/mysql_rds_kill.html>.
    Rds = "rds", Signs { variables: &[], values: &[("basedir", "/rdsdbbin"), ("datadir", "/rdsdbdata")], users: &["rdsadmin"] };
    /// Azure Database for MySQL. Its pool: <https://learn.microsoft.com/en-us/training/modules/understand-concurrency-mysql/3-understand-when-to-use-thread-pools>.
    /// SUPER: <https://techcommunity.microsoft.com/t5/azure-database-support-blog/grant-super-privilege-on-azure-database-for-mysql/ba-p/368905>.
    Azure = "azure", Signs { variables: &[], values: &[], users: &["azure_superuser"] };
    /// Google Cloud SQL. SUPER: <https://cloud.google.com/sql/docs/mysql/users>. Flags: <https://cloud.google.com/sql/docs/mysql/flags>.
    CloudSql = "cloud_sql", Signs { variables: &["cloudsql_iam_authentication"], values: &[], users: &["cloudsqladmin"] };
}

impl Cloud {
    /// Recognises a cloud by a variable.
    pub(crate) fn of_variable(name: &str, value: &str) -> Option<Cloud> {
        let fits = |cloud: &&Cloud| {
            let signs = cloud.signs();
            let values = signs.values.iter();
            signs.variables.contains(&name)
                || values
                    .clone()
                    .any(|(of, start)| *of == name && value.starts_with(start))
        };
        Cloud::ALL.iter().find(fits).copied()
    }

    /// Its account.
    pub(crate) fn user(self) -> &'static str {
        self.signs().users.first().copied().unwrap_or_default()
    }

    /// Recognises a cloud by an account.
    pub(crate) fn of_user(user: &str) -> Option<Cloud> {
        let fits = |cloud: &&Cloud| cloud.signs().users.contains(&user);
        Cloud::ALL.iter().find(fits).copied()
    }
}
