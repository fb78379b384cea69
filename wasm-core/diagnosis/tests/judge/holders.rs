//! Who holds a lock, where that is not what it seems: reduced from incidents on a MariaDB 10.11.19 without a pool, in which
//! each action was tried.

use super::*;

/// Both looks of no pool, its list of connections, and InnoDB's transactions, with the locks that each has.
fn paste(conns: &[&str], trx: &[&str]) -> String {
    let head = "trx_operation_state\ttrx_lock_structs";
    let rows = tables(conns, trx).replace("trx_operation_state", head);
    format!(
        "NOW(6)\tVERSION()\n2026-11-29 07:44:30.500000\t10.11.19-MariaDB\n\n\
        Variable_name\tValue\nthread_handling\tone-thread-per-connection\n\n{rows}"
    )
}

const NONE_PREPARED: &str = "\nMariaDB [(none)]> XA RECOVER;\nEmpty set (0.000 sec)\n";

/// The question that decides, and what follows from yes and from no.
fn doubt(text: &str, action: &str) -> (&'static str, Vec<Option<bool>>) {
    let remedy = weighed(&capture(text), action).unwrap();
    assert_eq!(remedy.helps, None, "{action}");
    let doubt = remedy.doubt.unwrap();
    let answers = doubt.answers.iter().map(|one| one.helps).collect();
    (doubt.about, answers)
}

const ALTERS: &str =
    "6|app|a:6|shop|Query|9|Waiting for table metadata lock|ALTER TABLE orders ADD note INT";
const READS: &str =
    "7|app|a:7|shop|Query|8|Waiting for table metadata lock|SELECT COUNT(*) FROM orders";

/// What follows if this one alone holds the lock.
fn if_holder(text: &str, action: &str, holder: &str) -> Option<bool> {
    let remedy = weighed(&capture(text), action).unwrap();
    assert_eq!(remedy.helps, None, "{action}");
    let doubt = remedy.doubt.unwrap();
    assert_eq!(doubt.about, "holder", "{action}");
    let mut answers = doubt.answers.iter();
    answers.find(|one| one.answer == holder).unwrap().helps
}

// An open transaction of another table was idle, too: KILL of it answered nobody, KILL of the other all eight.
#[test]
fn one_open_transaction_is_not_the_holder_of_a_table_that_lock_tables_can_hold() {
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|20||NULL",
            "5|jobs|a:5|shop|Sleep|19||NULL",
            "7|app|a:7|shop|Query|9|Waiting for table metadata lock|UPDATE orders SET n = 1 WHERE id = 1",
        ],
        &["74|RUNNING|2026-11-29 07:44:10|4|NULL||2"],
    );
    assert_eq!(if_holder(&text, "KILL 4", "4"), Some(true));
    assert_eq!(helps(&text, "KILL 5").0, None);
}

// KILL QUERY of the ALTER answered all nine, KILL of 5 too, KILL of 4 nobody.
#[test]
fn a_transaction_that_runs_a_statement_elsewhere_may_hold_the_table() {
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|20||NULL",
            "5|jobs|a:5|shop|Query|12|User sleep|SELECT SLEEP(600) FROM stock",
            ALTERS,
            READS,
        ],
        &[
            "74|RUNNING|2026-11-29 07:44:10|4|NULL||2",
            "0|RUNNING|2026-11-29 07:44:18|5|SELECT SLEEP(600) FROM stock||0",
        ],
    );
    assert_eq!(if_holder(&text, "KILL 5", "5"), Some(true));
    assert_eq!(if_holder(&text, "KILL 4", "5"), Some(false));
    assert_eq!(helps(&text, "KILL QUERY 6").0, Some(true));
}

// It waited for its table only at its end. KILL of 5, which began in the meantime, answered all.
#[test]
fn an_alter_that_has_worked_waits_for_one_that_came_later() {
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|120||NULL",
            "6|app|a:6|shop|Query|90|Waiting for table metadata lock|ALTER TABLE orders ADD INDEX (n)",
            "5|jobs|a:5|shop|Sleep|40||NULL",
            READS,
        ],
        &[
            "74|RUNNING|2026-11-29 07:42:30|4|NULL||2",
            "0|RUNNING|2026-11-29 07:43:50|5|NULL||0",
        ],
    );
    assert_eq!(if_holder(&text, "KILL 5", "5"), Some(true));
}

// Both hold the table: KILL of the report answered nobody, of both everybody.
#[test]
fn beside_a_report_an_open_transaction_may_hold_its_table_too() {
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|20||NULL",
            "5|jobs|a:5|shop|Query|12|Sending data|SELECT * FROM orders",
            ALTERS,
            READS,
        ],
        &["0|RUNNING|2026-11-29 07:44:10|4|NULL||0"],
    );
    assert_eq!(if_holder(&text, "KILL QUERY 5", "4"), Some(false));
    assert_eq!(helps(&text, "KILL QUERY 6").0, Some(true));
}

/// One holder, which runs an UPDATE elsewhere, and eight that wait for it.
fn pile(started: u32) -> String {
    let waiter = |id: u64| {
        [
            format!("{id}|app|a:{id}|shop|Query|20|Updating|UPDATE stock SET n = 1 WHERE id = 1"),
            format!(
                "7{id}|LOCK WAIT|2026-11-29 07:44:10|{id}|UPDATE stock SET n = 1 WHERE id = 1|starting index read|2"
            ),
        ]
    };
    let runs = "UPDATE orders SET n = SLEEP(600)";
    let mut rows = vec![[
        format!("4|app|a:4|shop|Query|22|User sleep|{runs}"),
        format!("74|RUNNING|2026-11-29 07:44:{started:02}|4|{runs}||4"),
    ]];
    rows.extend((5..13).map(waiter));
    let conns: Vec<&str> = rows.iter().map(|row| &*row[0]).collect();
    let trx: Vec<&str> = rows.iter().map(|row| &*row[1]).collect();
    paste(&conns, &trx)
}

// BEGIN, an UPDATE and another within a second: KILL QUERY of the last answered nobody, KILL all. A trigger on the table that they
// wait for looks the same, and KILL answered 1 of 10: the next of them fired it, too.
#[test]
fn a_transaction_as_old_as_its_statement_may_have_had_another_one_before() {
    let [yes, no, open] = [Some(true), Some(false), None];
    assert_eq!(doubt(&pile(8), "KILL QUERY 4"), ("several", vec![no, open]));
    // Without pairs, nothing shows that those that wait want different rows.
    assert_eq!(doubt(&pile(8), "KILL 4"), ("again", vec![no, yes]));
    let answers = weighed(&capture(&pile(8)), "KILL 4")
        .unwrap()
        .doubt
        .unwrap()
        .answers;
    assert!(answers.iter().all(|one| one.ends == (one.helps == yes)));
    assert_eq!(helps(&pile(2), "KILL QUERY 4").0, no);
    assert_eq!(doubt(&pile(2), "KILL 4"), ("ends", vec![yes, open]));
}

/// Sessions that only read a row for themselves have no number; of 4 and 5, `locks` say who holds how many.
fn numberless(locks: [u32; 2], pairs: usize) -> String {
    let held = |id: u64, locks: u32| format!("0|RUNNING|2026-11-29 07:44:05|{id}|NULL||{locks}");
    let [four, five] = [held(4, locks[0]), held(5, locks[1])];
    let wants = "UPDATE stock SET n = 1 WHERE id = 1";
    let waits = format!("76|LOCK WAIT|2026-11-29 07:44:10|6|{wants}|starting index read|2");
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|25||NULL",
            "5|jobs|a:5|shop|Sleep|24||NULL",
            &format!("6|app|a:6|shop|Query|20|Updating|{wants}"),
        ],
        &[&four, &five, &waits],
    );
    let head = "requesting_trx_id\trequested_lock_id\tblocking_trx_id\tblocking_lock_id\n";
    format!(
        "{text}\n{head}{}{NONE_PREPARED}",
        "76\t76:7:3:2\t0\t0:7:3:2\n".repeat(pairs)
    )
}

// Two shared locks of a row: KILL of one answered nobody, of both all eight.
#[test]
fn each_of_two_that_share_a_lock_holds_the_others_up() {
    let text = numberless([2, 2], 2);
    let (_, trouble) = first(&text);
    assert_eq!(trouble.roots.len(), 2);
    assert_eq!(trouble.remedies[0].action, "KILL 4; KILL 5");
    for (action, helped) in [
        ("KILL 4; KILL 5", true),
        ("KILL 4", false),
        ("KILL 5", false),
    ] {
        assert_eq!(helps(&text, action).0, Some(helped), "{action}");
    }
}

// FOR UPDATE beside one that only reads, in any order: MariaDB prints 0 for both.
#[test]
fn of_transactions_without_a_number_the_one_with_locks_holds_them() {
    for (locks, holder, other) in [([2, 0], "KILL 4", "KILL 5"), ([0, 2], "KILL 5", "KILL 4")] {
        let text = numberless(locks, 1);
        assert_eq!(helps(&text, holder).0, Some(true));
        assert_eq!(helps(&text, other).0, Some(false));
    }
    // Each has locks, and one pair: which of them it is, is not shown.
    let text = numberless([2, 2], 1);
    assert_eq!(if_holder(&text, "KILL 4", "4"), Some(true));
    assert_eq!(if_holder(&text, "KILL 4", "5"), Some(false));
}

// KILL QUERY of it answered all eight writers.
#[test]
fn read_only_is_the_head_of_a_line_as_a_backup_is() {
    let writer = |id: u64| {
        format!("{id}|app|a:{id}|shop|Query|8|Waiting for backup lock|UPDATE stock SET n = {id}")
    };
    let mut conns = vec![
        "4|jobs|a:4|shop|Query|24|User sleep|UPDATE orders SET n = SLEEP(600)".to_owned(),
        "5|root|a:5|NULL|Query|9|Waiting for backup lock|SET GLOBAL read_only = 1".to_owned(),
    ];
    conns.extend((6..12).map(writer));
    let conns: Vec<&str> = conns.iter().map(String::as_str).collect();
    // Whether they want the same rows afterwards is not shown.
    let question = ("ends", vec![Some(true), None]);
    assert_eq!(doubt(&paste(&conns, &[]), "KILL QUERY 5"), question);
}

// The same from performance_schema, where the name of its lock has a digit.
#[test]
fn metadata_locks_name_the_head_of_a_line_for_the_global_lock() {
    let text = "OBJECT_TYPE\tOBJECT_SCHEMA\tOBJECT_NAME\tLOCK_TYPE\tLOCK_STATUS\tPROCESSLIST_ID\n\
        BACKUP\tNULL\tNULL\tBACKUP_TRANS_DML\tGRANTED\t4\n\
        BACKUP\tNULL\tNULL\tBACKUP_FTWRL1\tPENDING\t5\n\
        BACKUP\tNULL\tNULL\tBACKUP_TRANS_DML\tPENDING\t6\n";
    let (_, trouble) = first(text);
    let edges: Vec<_> = trouble
        .edges
        .iter()
        .map(|edge| (edge.from, edge.to))
        .collect();
    assert!(edges.contains(&(6, Some(5))), "{edges:?}");
    assert!(!edges.contains(&(6, Some(4))), "{edges:?}");
}

// KILL of the session left its lock; XA ROLLBACK after it answered all.
#[test]
fn a_prepared_transaction_outlives_its_connection() {
    let waits = "UPDATE stock SET n = 1 WHERE id = 1";
    let text = format!(
        "------------\nTRANSACTIONS\n------------\nTrx id counter 90414\nLIST OF TRANSACTIONS FOR EACH SESSION:\n\
        ---TRANSACTION 90412, ACTIVE 63 sec starting index read\nmysql tables in use 1, locked 1\n\
        LOCK WAIT 2 lock struct(s), heap size 1136, 1 row lock(s)\n\
        MySQL thread id 512, OS thread handle 140001, query id 8891 10.9.0.14 shop updating\n{waits}\n\
        ------- TRX HAS BEEN WAITING 63 SEC FOR THIS LOCK TO BE GRANTED:\n------------------\n\
        ---TRANSACTION 90400, ACTIVE (PREPARED) 740 sec\n\
        2 lock struct(s), heap size 1136, 1 row lock(s), undo log entries 1\n\
        MySQL thread id 498, OS thread handle 140002, query id 8610 10.9.0.31 reports\n"
    );
    let no = (Some(false), "diagnose_remedy_no_prepared");
    assert_eq!(helps(&text, "KILL 498"), no);
    assert_eq!(
        helps(&text, "KILL 498; XA ROLLBACK 'order-7'").0,
        Some(true)
    );
}

// A placeholder of the name was typed on a server, which knows no such transaction.
#[test]
fn a_prepared_transaction_is_named_only_where_its_name_was_kept() {
    let text = tables(
        &["31|app|a:1|shop|Query|19|Updating|UPDATE orders SET paid = 1 WHERE id = 7"],
        &[
            "82|RUNNING|2026-11-29 07:44:10|0|NULL|",
            "83|LOCK WAIT|2026-11-29 07:44:12|31|UPDATE orders SET paid = 1 WHERE id = 7|",
        ],
    ) + "\nformatID\tgtrid_length\tbqual_length\tdata\n1\t7\t0\torder-7\n";
    let asked = |keep| {
        let found = judge(&read(&text, keep));
        let all = found.troubles.into_iter().flat_map(|one| one.remedies);
        let mut rollbacks = all
            .map(|one| one.action)
            .filter(|one| one.starts_with("XA"));
        rollbacks.next().unwrap()
    };
    assert_eq!(asked(Keep::Everything), "XA ROLLBACK 'order-7'");
    assert_eq!(
        asked(Keep::Redacted),
        "XA ROLLBACK 'as XA RECOVER prints it'"
    );
}

// On a capped pool KILL of such a holder answered 0 of 16, without a pool all.
#[test]
fn where_a_pool_may_be_but_is_not_shown_the_kill_of_a_sleeper_depends_on_it() {
    let text = pile(2)
        .replace("thread_handling\tone-thread-per-connection\n", "")
        .replace("Variable_name\tValue\n\n", "")
        .replace(
            "Query\t22\tUser sleep\tUPDATE orders SET n = SLEEP(600)",
            "Sleep\t22\t\tNULL",
        )
        .replace("\t4\tUPDATE orders SET n = SLEEP(600)\t", "\t4\tNULL\t");
    let remedy = weighed(&capture(&text), "KILL 4").unwrap();
    assert_eq!(remedy.doubt.unwrap().about, "pool");
}

// Eight that waited for one row: their list alone looks the same as that of slow ones.
#[test]
fn of_a_list_of_updates_innodbs_tables_are_asked_for() {
    let text = pile(8);
    let list = text.split("trx_id").next().unwrap();
    let d = judge(&capture(list));
    assert_eq!(d.troubles[0].cause.key(), "slow_statements");
    assert!(
        d.ask.iter().any(|one| one.sql.contains("INNODB_TRX")),
        "{:?}",
        d.ask
    );
}

const REPORT: &str = "140|report|a:1|shop|Query|900|Sending data|SELECT t.a, COUNT(*) FROM t JOIN u USING (id) GROUP BY 1";

// FLUSH TABLES names no table: those that came after it wait for the report, as it does.
#[test]
fn a_flush_waits_for_the_statement_that_uses_the_table_as_all_behind_it_do() {
    let flush = "150|dba|a:2|NULL|Query|40|Waiting for table flush|FLUSH TABLES WITH READ LOCK";
    let read =
        |id: u64| format!("{id}|app|a:3|shop|Query|30|Waiting for table flush|SELECT * FROM t");
    let (one, other) = (read(200), read(201));
    let text = paste(&[REPORT, flush, &one, &other], &[]);
    let (d, trouble) = first(&text);
    assert_eq!(d.troubles.len(), 1);
    assert_eq!(trouble.waiters, [150, 200, 201]);
    assert_eq!(roots(&trouble), [(Some(140), "diagnose_root_runs")]);
    assert_eq!(helps(&text, "KILL 140").0, Some(true));
}

// Capture 24 without a pool: the server tries again only after a minute.
#[test]
fn no_kill_ends_a_wait_for_space_at_once() {
    let full =
        "22|app|a:2|shop|Query|12|Waiting for someone to free space|INSERT INTO t VALUES (1)";
    let behind = "23|app|a:3|shop|Query|12|Update|INSERT INTO t VALUES (1)";
    let text = paste(&[full, behind], &[]);
    assert_eq!(helps(&text, "KILL 22").0, Some(false));
    assert_eq!(helps(&text, "(space made on the disk)").0, Some(true));
}

// Without a table of InnoDB's nothing shows a holder, and an index shortens no commit.
#[test]
fn a_stage_that_takes_no_time_is_not_the_statements_own_work() {
    for state in [
        "Opening tables",
        "waiting for handler commit",
        "Waiting for binlog lock",
        "query end",
        "Freeing items",
    ] {
        let row =
            |id: u64| format!("{id}|app|a:3|shop|Query|30|{state}|UPDATE t SET a = 1 WHERE id = 5");
        let rows: Vec<String> = (200..206).map(row).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (d, trouble) = first(&paste(&rows, &[]));
        assert_eq!(trouble.cause.key(), "waits_inside", "{state}");
        assert!(trouble.remedies.is_empty(), "{state}");
        assert!(
            d.ask.iter().any(|one| one.sql.contains("INNODB STATUS")),
            "{state}"
        );
    }
    let row = |id: u64| format!("{id}|app|a:3|shop|Query|30|Sending data|SELECT * FROM t");
    let rows: Vec<String> = (200..206).map(row).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    assert_eq!(first(&paste(&rows, &[])).1.cause.key(), "slow_statements");
}

#[test]
fn logins_that_are_not_finished_are_a_trouble_without_a_pool_too() {
    let row = |id: u64, state: &str| {
        format!("{id}|unauthenticated user|a:{id}|NULL|Connect|30|{state}|NULL")
    };
    for state in ["login", "Receiving from client"] {
        let rows: Vec<String> = (200..206).map(|id| row(id, state)).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (d, trouble) = first(&paste(&rows, &[]));
        assert_eq!(
            (d.level, trouble.cause.key()),
            (Level::Wrong, "logins_hang")
        );
        assert_eq!(trouble.waiters, (200..206).collect::<Vec<u64>>());
        assert!(
            d.ask
                .iter()
                .any(|one| one.sql.contains("skip_name_resolve"))
        );
        // One or two are always there.
        assert_ne!(judge(&capture(&paste(&rows[..3], &[]))).level, Level::Wrong);
    }
}

// The list of a server of which the paste shows no maker: a sleeping holder in a full pool may need a thread for its end.
#[test]
fn where_the_end_of_a_sleeper_depends_on_a_pool_thread_handling_is_asked_for() {
    let row = |id: u64| {
        format!("{id}|app|a:3|shop|Query|30|Waiting for global read lock|UPDATE t SET a = 1")
    };
    let mut rows = vec!["150|backup|a:1|NULL|Sleep|40||NULL".to_owned()];
    rows.extend((200..206).map(row));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (d, trouble) = first(&tables(&rows, &[]));
    let kill = trouble
        .remedies
        .iter()
        .find(|one| one.action == "KILL 150")
        .unwrap();
    assert_eq!(
        kill.needs.first().map(|needs| needs.key),
        Some("diagnose_needs_pool")
    );
    let asked = "SHOW GLOBAL VARIABLES LIKE 'thread_handling';";
    assert!(d.ask.iter().any(|one| one.sql == asked), "{:?}", d.ask);
    let off = format!(
        "Variable_name\tValue\nthread_handling\tone-thread-per-connection\n\n{}",
        tables(&rows, &[])
    );
    let remedy = weighed(&capture(&off), "KILL 150").unwrap();
    let answers = remedy.doubt.unwrap().answers;
    let that = answers.iter().find(|one| one.answer == "150").unwrap();
    // They change the same table: the first of them may keep a row that the others want.
    assert!(that.ends);
}

// KILL of whoever held the row at the look answered none of 24: the next one had it.
#[test]
fn nobody_is_killed_for_a_lock_that_goes_from_one_to_the_next() {
    let (d, trouble) = first(&super::super::incidents::table("k-hot-row"));
    assert_eq!(trouble.says.key, "diagnose_cause_lock_moves");
    let kills = |one: &Remedy| one.action.contains("KILL");
    assert!(!trouble.remedies.iter().any(kills), "{:?}", d.troubles);
    let root = trouble.roots.first().and_then(|root| root.id).unwrap();
    let text = super::super::incidents::table("k-hot-row");
    let remedy = weighed(&capture(&text), &format!("KILL {root}")).unwrap();
    let answers: Vec<_> = remedy.doubt.unwrap().answers;
    let told = |word: &str| answers.iter().find(|one| one.answer == word).unwrap();
    assert_eq!(told("yes").helps, Some(false));
    assert!(told("no").ends);
}

// Measured with the client of a prepared transaction still there: KILL alone answered 0 of 12, with XA ROLLBACK all.
#[test]
fn the_only_one_that_sleeps_is_what_xa_recover_shows() {
    let wants = "UPDATE stock SET n = 1 WHERE id = 1";
    let text = paste(
        &[
            "4|web|a:4|shop|Sleep|25||NULL",
            &format!("6|app|a:6|shop|Query|20|Updating|{wants}"),
        ],
        &[
            "74|RUNNING|2026-11-29 07:44:05|4|NULL||2",
            &format!("76|LOCK WAIT|2026-11-29 07:44:10|6|{wants}|starting index read|2"),
        ],
    );
    let text = format!(
        "{text}\nrequesting_trx_id\trequested_lock_id\tblocking_trx_id\tblocking_lock_id\n76\t76:7:3:2\t74\t74:7:3:2\n"
    );
    let none = format!("{text}{NONE_PREPARED}");
    assert_eq!(helps(&none, "KILL 4").0, Some(true));
    let question = ("prepared", vec![Some(false), Some(true)]);
    assert_eq!(doubt(&text, "KILL 4"), question);
    let asks = judge(&capture(&text)).ask;
    assert!(asks.iter().any(|one| one.sql == "XA RECOVER;"), "{asks:?}");
    // Only the status tells it from others, beside the tables too, which print RUNNING for both.
    for (state, helped) in [("ACTIVE", true), ("ACTIVE (PREPARED)", false)] {
        let status = format!(
            "{text}\n------------\nTRANSACTIONS\n------------\nTrx id counter 90\nLIST OF TRANSACTIONS FOR EACH SESSION:\n\
            ---TRANSACTION 74, {state} 25 sec\n2 lock struct(s), heap size 1128, 1 row lock(s), undo log entries 1\n\
            MariaDB thread id 4, OS thread handle 139707436197568, query id 20 127.0.0.1 web \n"
        );
        assert_eq!(helps(&status, "KILL 4").0, Some(helped), "{state}");
    }
    let xa = format!("{text}\nformatID\tgtrid_length\tbqual_length\tdata\n1\t3\t0\tpay\n");
    assert_eq!(helps(&xa, "KILL 4").0, Some(false));
    assert_eq!(helps(&xa, "KILL 4; XA ROLLBACK 'pay'").0, Some(true));
}

// Six asked an idle holder for a user lock, for a second each, and then again: none of them ever waited for long.
#[test]
fn those_that_ask_for_a_lock_again_and_again_are_not_called_well() {
    let asks = |id: u64| format!("{id}|app|a:{id}|shop|Query|0|User lock|SELECT GET_LOCK('a', 1)");
    let list = |third: &str| {
        let head = "Id|User|Host|db|Command|Time|State|Info\n4|app|a:4|shop|Sleep|20||NULL";
        let all = [head, &asks(5), &asks(6), third].join("\n");
        all.replace('|', "\t")
    };
    let settings = "NOW(6)\tVERSION()\n2026-11-29 07:44:30.500000\t10.11.19-MariaDB\n\n\
        Variable_name\tValue\nthread_handling\tone-thread-per-connection\nmax_connections\t100\n\n\
        Variable_name\tValue\nThreads_connected\t4\n\n";
    let level = |then: &str| {
        let later = "\n\nNOW(6)\n2026-11-29 07:44:33.500000\n\n";
        let text = [settings, &list(&asks(7)), later, &list(then), "\n"].concat();
        judge(&capture(&text)).level
    };
    assert_eq!(level("7|app|a:7|shop|Sleep|0||NULL"), Level::Fine);
    assert_eq!(level(&asks(7)), Level::CannotTell);
}
