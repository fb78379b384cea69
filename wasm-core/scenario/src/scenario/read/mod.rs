//! Reads parsed JSON, collecting every problem with its path.

mod place;

use std::cell::RefCell;

use super::error::{Found, Problems};
use crate::json::Value;

pub use super::fields::Field;
pub(super) use place::shown;
pub use place::{Fields, Place};

/// Reads a value; the result is valid only if no problem was found.
pub fn collect<T>(value: &Value, read: impl FnOnce(&Place<'_>) -> T) -> Result<T, Problems> {
    let found = RefCell::new(Found::default());
    let result = read(&Place::root(value, &found));
    found.into_inner().or(result)
}
