//! Checks of `SET GLOBAL`.

use super::GROUPS_MAX;
use crate::scenario::server::{SIZE, Server};
use crate::scenario::variables::variable;
use crate::scenario::workload::Change;

/// Whether a change can be made: Err says what is allowed.
pub(super) fn check_change(server: &Server, change: &Change) -> Result<(), String> {
    let Some(row) = variable(server.scheduler, server.version(), &change.variable) else {
        return Err(format!(
            "a variable that {} {} has",
            server.scheduler.as_str(),
            server.version()
        ));
    };
    if !row.dynamic {
        return Err("a variable that SET GLOBAL can change".to_owned());
    }
    if row.is_of(SIZE) && change.value.as_u64() > Some(GROUPS_MAX) {
        return Err(format!("1 to {GROUPS_MAX}"));
    }
    row.code(&change.value)
        .map(drop)
        .ok_or_else(|| row.allowed())
}
