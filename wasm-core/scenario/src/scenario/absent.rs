//! Takes the place of `patience` in modules that do not have it: whoever asks for it is refused.
#![allow(missing_docs, reason = "they have nothing in them")]

use super::fields::Field;
use super::read::Cursor;

/// What this module does not have.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Absent;

impl Field for Absent {
    type Bounds = ();
    const ANY: () = ();

    fn read(cursor: &Cursor<'_>, (): ()) -> Self {
        cursor.fail("nothing in this module");
        Absent
    }
}

pub type Leave = Absent;
pub type Opened = Absent;
pub type Patience = Absent;
pub type Pause = Absent;
pub type Reuse = Absent;
