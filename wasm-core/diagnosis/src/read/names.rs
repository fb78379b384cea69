//! Redacts a paste: names become placeholders, statements keep only their shape.

use crate::order::Map;
use crate::states::row_of;

/// How much of a paste to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Statements shortened to their first words with literals replaced; users, hosts and schema names as
    /// placeholders, always the same one for the same name.
    #[default]
    Redacted,
    /// Everything.
    Everything,
}

/// Most names of a kind that keep their placeholder from one paste to the next.
const MOST_NAMES: usize = 10_000;

/// Users that are the server's own threads.
const OWN_USERS: [&str; 4] = [
    "system user",
    "event_scheduler",
    crate::state::LOGIN,
    "DELAYED",
];

/// Words that begin a statement.
const VERBS: &str = " SELECT UPDATE DELETE INSERT REPLACE ALTER CREATE DROP TRUNCATE RENAME OPTIMIZE ANALYZE REPAIR CHECK \
COMMIT ROLLBACK BEGIN START SHOW KILL FLUSH CALL LOAD EXECUTE PREPARE USE WITH XA DO HANDLER EXPLAIN DESCRIBE SAVEPOINT \
RELEASE BACKUP GRANT REVOKE LOCK UNLOCK SET END STOP CHANGE ";

/// Further keywords of statements.
const WORDS: &str = " FROM WHERE JOIN LEFT RIGHT INNER OUTER CROSS INTO VALUES GROUP ORDER BY LIMIT HAVING UNION ALL \
DISTINCT FOR SHARE TABLES TABLE READ WRITE IN MODE INDEX TRANSACTION FULL STAGE BLOCK_COMMIT BLOCK_DDL PROCESSLIST STATUS VARIABLES GLOBAL SESSION ENGINE INNODB \
DATA INFILE LOCAL IGNORE DATABASE SCHEMA SEQUENCE NEXT VALUE VIEW TRIGGER PROCEDURE EVENT UNIQUE ADD COLUMN DUPLICATE KEY BETWEEN LIKE OR ";

/// Functions whose name shows what a thread does.
const FUNCTIONS: &str = " SLEEP BENCHMARK GET_LOCK RELEASE_LOCK IS_FREE_LOCK MASTER_POS_WAIT MASTER_GTID_WAIT LOAD_FILE COUNT \
SUM NOW VERSION CONNECTION_ID ";

/// Schemas of the server.
const OWN_SCHEMAS: [&str; 4] = ["information_schema", "performance_schema", "mysql", "sys"];

/// Words of the states that servers print; any others are removed from a state.
const STATES: &str = " a acquiring adding after altering analyzing and apply applying at backup been before being binary binlog \
buffer cache calculating call changed changes check checking checksum cleaning clearing client close closing columns commit commiting committing concurrent \
connecting connection constraint converting coordinator copy copying creating cursor data deleting dequeued descriptor discard discarding disk distinct dropping dump \
duplicates enabling end ended engine error event events executing execution explaining fast fetching file filling filtered finished first flush flushing \
for foreign free freeing from fulltext get global going goto got group gtid handler has heap host idle import in index info initialisation initialization initialized innodb insert inserting installing is item items key keys kill \
killing lock locked locking locks log logging logs main maintenance making manager master message metadata more myisam net new next no not of on once one open opened opening opens operation optimizing other overwriting parallel parsing persistent phase plugin position preparing prepare prior process \
processing progress purge purging query querying queue read reading ready rebuild reconnecting reconfiguring recovery refresh registering relay released removing rename renaming repair reset resetting results rewriting roll rolling rollback row rows running saving schema \
searching send sending server session setting setup shutdown side sleep slave slot someone sort sorting space sql starting start state statement statistics stage status storing stop storage switch sync syncing system table tables temp temporary term the \
thread threads to tmp transaction transactions trigger tx unlocking until update updates updating upgrade user using verifying view wait waiting waited was while with work worker workers works write writer writing wsrep applier sent all result receiving up login cond create level its slots has stored \
procedure function tablespace semi ack order old slow finalize termination activation empty command signal replication loop \
permissions alter or online ddl dictionary primary waiter committed source replica ";

/// Commands of PROCESSLIST.
const COMMANDS: &str = "|sleep|query|killed|connect|daemon|binlog dump|binlog dump gtid|execute|prepare|fetch|init db|quit|ping|statistics|\
slave_io|slave_sql|slave_worker|reset stmt|close stmt|field list|change user|delayed insert|error|time|register slave|debug|\
create db|drop db|long data|shutdown|refresh|processlist|table dump|set option|connect out|reset connection|bulk execute|busy|unimpl get tid|";

/// Whether a list contains a word; both are in upper case or both in lower case.
fn listed(list: &str, word: &str, by: u8) -> bool {
    let word = word.as_bytes();
    let (Some(first), false) = (word.first(), word.contains(&by)) else {
        return false;
    };
    let first = first.to_ascii_lowercase();
    let mut begins = true;
    let starts = list.as_bytes().iter().enumerate().filter(|(_, b)| {
        let here = begins && b.to_ascii_lowercase() == first;
        begins = **b == by;
        here
    });
    let mut at = starts.map(|(at, _)| list.as_bytes().get(at..).unwrap_or_default());
    at.any(|rest| {
        rest.get(word.len()) == Some(&by)
            && rest
                .get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word))
    })
}

/// Whether it is a command of PROCESSLIST.
pub fn is_command(text: &str) -> bool {
    matches!(text, "Sleep" | "Query") || listed(COMMANDS, text, b'|')
}

/// Whether a statement can start with it.
pub fn is_verb(word: &str) -> bool {
    (2..10).contains(&word.len()) && listed(VERBS, word, b' ')
}

/// The placeholders of one paste.
pub struct Names {
    keep: Keep,
    users: Map<String, String>,
    hosts: Map<String, String>,
    schemas: Map<String, String>,
    tables: Map<String, String>,
    /// Results for states and statements, most of which repeat.
    states: Map<String, String>,
    statements: Map<String, String>,
}

fn placeholder(names: &mut Map<String, String>, word: &str, name: &str) -> String {
    if let Some(known) = names.get(name) {
        return known.clone();
    }
    let made = [word, &(names.len() + 1).to_string()].concat();
    names.insert(name.to_owned(), made.clone());
    made
}

impl Names {
    pub fn new(keep: Keep) -> Self {
        Self {
            keep,
            users: Map::new(),
            hosts: Map::new(),
            schemas: Map::new(),
            tables: Map::new(),
            states: Map::new(),
            statements: Map::new(),
        }
    }

    /// For the next paste: without the caches, and empty if there are too many names.
    pub fn bounded(mut self) -> Self {
        self.states = Map::new();
        self.statements = Map::new();
        let all = [&self.users, &self.hosts, &self.schemas, &self.tables];
        if all.iter().any(|names| names.len() > MOST_NAMES) {
            return Self::new(self.keep);
        }
        self
    }

    pub fn all(&self) -> bool {
        self.keep == Keep::Everything
    }

    pub fn user(&mut self, name: &str) -> String {
        if self.all() || name.is_empty() || OWN_USERS.contains(&name) {
            return name.to_owned();
        }
        placeholder(&mut self.users, "user", name)
    }

    /// Without its port, which nothing here needs.
    pub fn host(&mut self, name: &str) -> String {
        if self.all() || name.is_empty() || name == "localhost" {
            return name.to_owned();
        }
        let port = name.rsplit_once(':');
        let bare = port.filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
        placeholder(&mut self.hosts, "host", bare.map_or(name, |(host, _)| host))
    }

    pub fn schema(&mut self, name: &str) -> String {
        if self.all() || OWN_SCHEMAS.iter().any(|own| own.eq_ignore_ascii_case(name)) {
            return name.to_owned();
        }
        placeholder(&mut self.schemas, "db", name)
    }

    /// A table's name, with or without its schema: one placeholder for both.
    pub fn table(&mut self, name: &str) -> String {
        let bare = name
            .split([' ', '#'])
            .next()
            .unwrap_or(name)
            .replace('`', "");
        if self.all() {
            return bare;
        }
        placeholder(&mut self.tables, "t", last(&bare))
    }

    /// The name of a lock of GET_LOCK.
    pub fn lock(&mut self, name: &str) -> String {
        if self.all() {
            return name.to_owned();
        }
        placeholder(&mut self.tables, "lock", name)
    }

    /// The name of a prepared transaction, as XA ROLLBACK takes it.
    pub fn xid(&mut self, data: &str, first: usize, format: Option<u64>) -> String {
        if !self.all() {
            let made = placeholder(&mut self.tables, "xid", data.trim_matches('\''));
            return format!("'{made}'");
        }
        if data.starts_with(['\'', 'X'])
            && data.ends_with(|c: char| c == '\'' || c.is_ascii_digit())
            && data.contains('\'')
        {
            return data.to_owned(); // FORMAT='SQL'
        }
        match (data.split_at_checked(first), format) {
            (Some((first, rest)), format)
                if !first.is_empty() && (!rest.is_empty() || format.is_some_and(|n| n != 1)) =>
            {
                format!("'{first}','{rest}',{}", format.unwrap_or(1))
            }
            _ => format!("'{data}'"),
        }
    }

    /// A state; what the table of states does not have of it, without words that no server prints.
    pub fn state(&mut self, text: &str) -> String {
        if self.all() || text.is_empty() {
            return text.to_owned();
        }
        if !self.states.contains_key(text) {
            let [head, tail] = row_of(text).map_or([0; 2], |(_, ends)| ends);
            let open = text.get(head..text.len() - tail).unwrap_or_default();
            let ends = text.get(..head).zip(text.get(text.len() - tail..));
            let (head, tail) = ends.unwrap_or_default();
            let made = [head, &known_words(open), tail].concat();
            self.states.insert(text.to_owned(), made);
        }
        self.states.get(text).cloned().unwrap_or_default()
    }

    /// A value of a variable: numbers, switches and words of the servers; nothing that could name a host or
    /// a path.
    pub fn value(&self, variable: &str, value: &str) -> String {
        const TELLING: [&str; 13] = [
            "thread_",
            "threadpool_",
            "innodb_thread",
            "extra_",
            "max_",
            "version",
            "loose_thread",
            "performance_schema",
            "tx_isolation",
            "wsrep_local_state_comment",
            "wsrep_cluster_status",
            "wsrep_ready",
            "wsrep_connected",
        ];
        // `10M`, `0.5`, and versions.
        let number = value.bytes().next().is_some_and(|b| b.is_ascii_digit())
            && value
                .bytes()
                .all(|b| b.is_ascii_digit() || b".KMGkmg".contains(&b));
        let switch = ["on", "off", "yes", "no", "true", "false", "auto", ""];
        let word = value.len() <= 60
            && value
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_.+~: ()/".contains(&b));
        let telling = TELLING.iter().any(|start| variable.starts_with(start));
        // An address with dots looks like a number.
        let address = value.matches('.').count() > 2;
        if self.all()
            || number && !address
            || switch.iter().any(|s| s.eq_ignore_ascii_case(value))
            || word && telling
        {
            return value.to_owned();
        }
        "...".to_owned()
    }

    /// For a line that was not understood: its first word, if it is a known one.
    pub fn odd(&self, line: &str) -> String {
        if self.all() {
            return line.chars().take(60).collect();
        }
        let first = line
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next();
        match first.filter(|word| is_verb(word)) {
            Some(verb) => verb.to_ascii_uppercase() + " ...",
            None if line.starts_with('|') => "| ...".to_owned(),
            None => "...".to_owned(),
        }
    }

    /// A statement's verb and shape.
    pub fn statement(&mut self, text: &str) -> String {
        if self.all() {
            return text.to_owned();
        }
        if !self.statements.contains_key(text) {
            let made = self.shape(text);
            self.statements.insert(text.to_owned(), made);
        }
        self.statements.get(text).cloned().unwrap_or_default()
    }

    fn shape(&mut self, text: &str) -> String {
        let mut shape = Shape {
            rest: text.trim_start(),
            parts: Vec::new(),
            table_next: false,
        };
        // The rest is not needed for its shape, but whether it locks rows.
        for _ in 0..400 {
            if shape.parts.len() >= 20 || !shape.step(&mut self.tables) {
                break;
            }
        }
        if !shape.rest.trim().trim_end_matches(';').is_empty() {
            shape.dots();
            let rest = shape.rest.to_ascii_uppercase();
            if ["FOR UPDATE", "SHARE MODE", "FOR SHARE"]
                .iter()
                .any(|end| rest.contains(end))
            {
                shape.parts.push("FOR UPDATE".to_owned());
            }
        }
        shape.parts.join(" ")
    }
}

/// Without the schema.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn known_words(text: &str) -> String {
    let mut out = String::new();
    let mut left_out = false;
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let known = bare
            .split(['_', '/', ':', '-'])
            .all(|part| listed(STATES, part, b' '));
        if known || left_out {
            if known {
                left_out = false;
            } else {
                continue;
            }
        } else {
            left_out = true;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if known { word } else { "..." });
    }
    out
}

struct Shape<'a> {
    rest: &'a str,
    parts: Vec<String>,
    table_next: bool,
}

impl<'a> Shape<'a> {
    fn dots(&mut self) {
        if self.parts.last().is_none_or(|part| part != "...") {
            self.parts.push("...".to_owned());
        }
    }

    fn cut(&mut self, at: usize) -> &'a str {
        let (head, tail) = self.rest.split_at_checked(at).unwrap_or((self.rest, ""));
        self.rest = tail;
        head
    }

    /// Skips past the next `end`.
    fn skip_past(&mut self, end: &str) {
        let at = self
            .rest
            .find(end)
            .map_or(self.rest.len(), |at| at + end.len());
        self.cut(at);
    }

    fn literal(&mut self, quote: char) {
        let mut escaped = false;
        let mut end = self.rest.len();
        for (at, c) in self.rest.char_indices().skip(1) {
            if escaped {
                escaped = false;
            } else if c == '\\' && quote != '`' {
                escaped = true;
            } else if c == quote {
                end = at + c.len_utf8();
                break;
            }
        }
        self.cut(end);
    }

    fn word(&mut self) -> &'a str {
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '@'));
        self.cut(end.unwrap_or(self.rest.len()))
    }

    fn name(&mut self) -> &'a str {
        if self.rest.starts_with('`') {
            let from = self.rest;
            self.literal('`');
            return &from[..from.len() - self.rest.len()];
        }
        self.word()
    }

    /// CREATE INDEX one ON a table, CREATE TRIGGER, DROP INDEX.
    fn is_on(&self, word: &str) -> bool {
        const NO: [&str; 5] = ["VIEW", "TABLE", "SELECT", "EVENT", "ON"];
        let of = self
            .parts
            .first()
            .is_some_and(|verb| ["CREATE", "DROP"].contains(&verb.as_str()));
        word == "ON" && of && !self.parts.iter().any(|part| NO.contains(&part.as_str()))
    }

    /// One token; false at the end.
    fn step(&mut self, tables: &mut Map<String, String>) -> bool {
        self.rest = self.rest.trim_start();
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        if self.rest.starts_with("/*") {
            self.skip_past("*/");
        } else if self.rest.starts_with("-- ") || first == '#' {
            self.skip_past("\n");
        } else if first == '\'' || first == '"' {
            self.literal(first);
            self.table_next = false;
            self.dots();
        } else if first == '`' || first.is_alphabetic() || first == '_' || first == '@' {
            self.identifier(first == '`', tables);
        } else if first.is_ascii_digit() {
            self.word();
            self.dots();
        } else {
            self.cut(first.len_utf8());
            self.table_next &= first != '(';
            // A range may be of several rows.
            if first == '<' || first == '>' {
                self.parts.push(first.to_string());
            } else if first != ';' {
                self.dots();
            }
        }
        true
    }

    fn identifier(&mut self, quoted: bool, tables: &mut Map<String, String>) {
        let whole = self.rest;
        let word = self.name();
        if word.is_empty() {
            self.cut(1);
            self.dots();
            return;
        }
        let upper = word.to_ascii_uppercase();
        if !quoted && self.rest.trim_start().starts_with('(') && listed(FUNCTIONS, &upper, b' ') {
            self.skip_past("(");
            let inner = self.arguments();
            self.parts.push(upper + inner);
            self.table_next = false;
        } else if !quoted && (self.is_on(&upper) || is_verb(&upper) || listed(WORDS, &upper, b' '))
        {
            const BEFORE_TABLES: [&str; 10] = [
                "FROM", "JOIN", "INTO", "UPDATE", "TABLE", "TABLES", "TRUNCATE", "VIEW",
                "SEQUENCE", "ON",
            ];
            let value = upper == "FOR" && self.parts.last().is_some_and(|last| last == "VALUE");
            let ahead = value || BEFORE_TABLES.contains(&upper.as_str());
            self.table_next = ahead || self.table_next && upper == "IGNORE";
            self.parts.push(upper);
        } else if self.parts.is_empty() {
            // Not a known statement, so nothing of it is kept.
            self.rest = "";
            self.dots();
        } else if self.table_next {
            while self.rest.starts_with('.') {
                self.cut(1);
                self.name();
            }
            let name = &whole[..whole.len() - self.rest.len()];
            let own = name.split_once('.').is_some_and(|(schema, table)| {
                OWN_SCHEMAS
                    .iter()
                    .any(|own| own.eq_ignore_ascii_case(schema))
                    && table
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b == b'_')
            });
            self.parts.push(if own {
                name.to_owned()
            } else {
                placeholder(tables, "t", last(&name.replace('`', "")))
            });
            self.table_next = false;
        } else {
            self.dots();
        }
    }

    /// Skips to the closing bracket: reports whether there were only literals.
    fn arguments(&mut self) -> &'static str {
        let mut depth = 1_u32;
        let mut plain = true;
        let mut some = false;
        while let Some(c) = self.rest.chars().next() {
            match c {
                '\'' | '"' | '`' => {
                    some = true;
                    plain &= c != '`';
                    self.literal(c);
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.cut(c.len_utf8());
            if depth == 0 {
                break;
            }
            some |= !c.is_whitespace();
            plain &= c.is_ascii_digit() || c == '.' || c.is_whitespace();
        }
        match (some, plain) {
            (false, _) => "()",
            (_, true) => "(?)",
            _ => "(...)",
        }
    }
}
