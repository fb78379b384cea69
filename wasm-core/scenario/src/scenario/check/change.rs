//! Checks of `SET GLOBAL`.

use std::fmt::{Display, from_fn};

use super::{Check, GROUPS_MAX};
use crate::scenario::server::{SIZE, Server};
use crate::scenario::variables::variable;
use crate::scenario::workload::Change;

/// Whether a change can be made.
pub(super) fn check_change(c: &mut Check, path: &dyn Display, server: &Server, change: &Change) {
    let Change {
        variable: name,
        value,
        ..
    } = change;
    let Some(row) = variable(server.scheduler, server.version(), name) else {
        let (who, version) = (server.scheduler.as_str(), server.version());
        let allowed = format_args!("a variable that {who} {version} has");
        return c.fail(path, value, allowed);
    };
    if !row.dynamic {
        c.fail(path, value, "a variable that SET GLOBAL can change");
    } else if row.is_of(SIZE) && value.as_u64() > Some(GROUPS_MAX) {
        c.fail(path, value, format_args!("1 to {GROUPS_MAX}"));
    } else if row.code(value).is_none() {
        c.fail(path, value, from_fn(|f| f.write_str(&row.allowed())));
    }
}
