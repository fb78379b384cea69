//! Reads parsed JSON, collecting every problem with its path.

mod cursor;

use std::cell::RefCell;

use super::error::{ProblemList, Problems};
use crate::json::Value;

pub use super::fields::Field;
pub(super) use cursor::shown;
pub use cursor::{Cursor, Fields, below};

/// Reads a value; the result is valid only if no problem was found.
pub fn collect<T>(value: &Value, read: impl FnOnce(&Cursor<'_>) -> T) -> Result<T, Problems> {
    let found = RefCell::new(ProblemList::default());
    let result = read(&Cursor::root(value, &found));
    found.into_inner().or(result)
}
