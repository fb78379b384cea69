//! Checks of `SET GLOBAL`.

use super::GROUPS_MAX;
use crate::scenario::server::Server;
use crate::scenario::variables::{VariableKind, variable};
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
    match row.kind {
        VariableKind::Number { min, max, .. } => {
            let max = if row.name == "thread_pool_size" {
                max.min(GROUPS_MAX)
            } else {
                max
            };
            match change.value.as_u64() {
                Some(n) if n >= min && n <= max => Ok(()),
                _ => Err(format!("{min} to {max}")),
            }
        }
        VariableKind::Switch { .. } if change.value.as_bool().is_some() => Ok(()),
        VariableKind::Switch { .. } => Err("true or false".to_owned()),
        VariableKind::Choice { values, .. }
            if change.value.as_str().is_some_and(|v| values.contains(&v)) =>
        {
            Ok(())
        }
        VariableKind::Choice { values, .. } => Err(values.join(", ")),
    }
}
