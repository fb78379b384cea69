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
        listener_shown: true,
        high: row.small("high_prio_queue_size"),
        is_stalled: false,
    })
}

/// A row of THREAD_POOL_STATUS (AliSQL, PolarDB). It does not show who listens: a thread that neither works nor
/// waits listens, or is parked.
pub fn alisql_group(row: &Columns<'_>, line: LineNumber) -> Option<Group> {
    let (threads, active) = (
        row.small("thread_count")?,
        row.small("active_thread_count")?,
    );
    let at_work = sum([active, row.small("waiting_thread_count").unwrap_or(0)]);
    let high = row.small("high_queue_count")?;
    Some(Group {
        line,
        group_id: row.small("id")?,
        connections: row.small("connection_count").unwrap_or(0),
        threads,
        active_threads: active,
        standby_threads: threads.saturating_sub(at_work).saturating_sub(1),
        queue_length: sum([row.small("low_queue_count")?, high]),
        has_listener: true,
        listener_shown: false,
        high: Some(high),
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
