//! Reads a scenario file, with changes on top of it.

use super::acts::Act;
use super::error::Problems;
use super::fields::Field;
use super::file::Scenario;
use super::overrides::{self, Overrides};
use super::{check, read};
use crate::json::{self, FloatReader, Value};

impl Scenario {
    /// Reads and checks a scenario.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_json(text: &str) -> Result<Scenario, Problems> {
        Scenario::from_json_with(text, &[])
    }

    /// Reads a scenario, sets `overrides` (name or JSON pointer, value) and checks the result.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_json_with(
        text: &str,
        overrides: &[(String, serde_json::Value)],
    ) -> Result<Scenario, Problems> {
        let (scenario, _) = Scenario::with_file(text, &own(overrides), json::read_float)?;
        Ok(scenario)
    }

    /// Like [`Scenario::from_json_with`], but also returns the file with its overrides applied.
    pub fn with_file(
        text: &str,
        overrides: &[(String, Value)],
        float: FloatReader,
    ) -> Result<(Scenario, Value), Problems> {
        let value = json::parse(text, float)?;
        Scenario::with_value(value, overrides)
    }

    /// Like [`Scenario::with_file`], for a file that has been parsed.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn with_value(
        mut value: Value,
        overrides: &[(String, Value)],
    ) -> Result<(Scenario, Value), Problems> {
        overrides::apply(&mut value, overrides)?;
        Ok((Scenario::from_value(&value)?, value))
    }

    /// Reads and checks a scenario built by a program.
    ///
    /// # Errors
    /// Every problem found, each with its path, the value and what is allowed.
    pub fn from_value(value: &Value) -> Result<Scenario, Problems> {
        let scenario = read::collect(value, |place| Scenario::read(place, ()))?;
        scenario.validate()?;
        Ok(scenario)
    }

    /// Reads one act on this scenario, and checks it.
    ///
    /// # Errors
    /// Every problem found.
    pub fn read_act(&self, value: &Value) -> Result<Act, Problems> {
        let act = read::collect(value, |place| Act::read(place, ()))?;
        check::fits(self, &act)?;
        Ok(act)
    }

    /// Checks that the fields fit together; [`Scenario::from_json`] has already done it.
    ///
    /// # Errors
    /// Every problem found.
    pub fn validate(&self) -> Result<(), Problems> {
        check::validate(self)
    }
}

/// Converts overrides to the engine's own values.
pub fn own(overrides: &[(String, serde_json::Value)]) -> Overrides {
    let all = overrides.iter().cloned();
    all.map(|(name, value)| (name, value.into())).collect()
}
