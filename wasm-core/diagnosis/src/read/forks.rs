//! Tables of other makers' pools, in the words of MariaDB's: only columns whose meaning is published are read.

use super::tables::Columns;
use crate::capture::{At, Group, LineNumber};
use crate::state::sum;

/// A row of TXSQL's SHOW THREADPOOL STATUS.
pub fn group(row: &Columns<'_>, line: LineNumber) -> Option<Group> {
    Some(Group {
        line,
        group_id: row.small("groupid")?,
        connections: row.small("connection_count")?,
        threads: row.small("thread_count")?,
        active_threads: row.small("active_thread_count")?,
        // Workers that sleep until they are woken. Those in a reported wait are in waiting_thread_count.
        standby_threads: row.small("waiting_threads_size")?,
        queue_length: sum([row.small("queue_size")?, row.small("high_prio_queue_size")?]),
        has_listener: row.flag("havelistener")?,
        is_stalled: false,
    })
}

/// The STATUS of the plugin thread_pool, from a row of SHOW PLUGINS or information_schema.PLUGINS.
pub fn plugin(row: &Columns<'_>, line: LineNumber) -> Option<At<String>> {
    let name = row.text("plugin_name").or(row.text("name"))?;
    let value = row.text("plugin_status").or(row.text("status"))?;
    let word = value.bytes().all(|b| b.is_ascii_alphabetic());
    (name.eq_ignore_ascii_case("thread_pool") && word).then(|| At {
        value: value.to_ascii_uppercase(),
        line,
    })
}
