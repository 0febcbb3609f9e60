//! What the plan is made of: measured figures and assumptions, in JSON files.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folder of the files and the charts, from the root of the repository.
pub const FOLDER: &str = "docs/scaling";

const MEASURED: &str = "measured.json";
const ASSUMED: &str = "assumptions.json";

/// A number, with where it comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// `None` if it was not measured yet.
    pub value: Option<f64>,
    /// The unit.
    pub unit: String,
    /// How it was measured.
    #[serde(default)]
    pub how: String,
    /// The commit and the machine of the measurement.
    #[serde(default)]
    pub origin: String,
    /// Why it is assumed.
    #[serde(default)]
    pub reason: String,
    /// A page that names it.
    #[serde(default)]
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    figures: BTreeMap<String, Figure>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Assumed {
    figures: BTreeMap<String, Figure>,
    day: Day,
}

/// The load of each hour of a day, as a multiple of the mean.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// Why it is assumed.
    pub reason: String,
    /// One number for each hour. Their mean is 1.
    pub values: Vec<f64>,
}

/// All inputs.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The measured figures, by name.
    pub measured: BTreeMap<String, Figure>,
    /// The assumptions, by name.
    pub assumed: BTreeMap<String, Figure>,
    /// The load over a day.
    pub day: Day,
    /// The names of the figures that were read.
    used: RefCell<BTreeSet<String>>,
}

impl Inputs {
    /// Reads the files of a repository.
    ///
    /// # Errors
    /// Returns an error if a file is missing or invalid, or a figure was not measured.
    pub fn read(root: &Path) -> Result<Self> {
        let read = |name: &str| {
            fs::read_to_string(root.join(FOLDER).join(name)).with_context(|| format!("cannot read {FOLDER}/{name}"))
        };
        Self::parse(&read(MEASURED)?, &read(ASSUMED)?)
    }

    /// Parses the texts of the files.
    ///
    /// # Errors
    /// Returns an error if a text is invalid, or a figure was not measured.
    pub fn parse(measured: &str, assumed: &str) -> Result<Self> {
        let measured: Measured = serde_json::from_str(measured).with_context(|| format!("{MEASURED} is invalid"))?;
        let assumed: Assumed = serde_json::from_str(assumed).with_context(|| format!("{ASSUMED} is invalid"))?;
        let inputs =
            Self { measured: measured.figures, assumed: assumed.figures, day: assumed.day, used: RefCell::default() };
        for (name, figure) in inputs.measured.iter().chain(&inputs.assumed) {
            match figure.value {
                None => bail!("{name} was not measured. Run cargo xtask bench capacity"),
                Some(value) if !(0.0..1e12).contains(&value) => bail!("{name} is {value}, which cannot be right"),
                Some(_) => {}
            }
        }
        for (name, figure) in &inputs.measured {
            if figure.how.is_empty() || figure.origin.is_empty() {
                bail!("{name} in {MEASURED} does not say how and on which commit it was measured");
            }
        }
        for (name, figure) in &inputs.assumed {
            if figure.reason.is_empty() {
                bail!("{name} in {ASSUMED} has no reason");
            }
        }
        let mean = inputs.day.values.iter().sum::<f64>() / 24.0;
        if inputs.day.values.len() != 24 || (mean - 1.0).abs() > 0.05 {
            bail!("the day in {ASSUMED} needs 24 hours with a mean of 1, not {mean:.2}");
        }
        Ok(inputs)
    }

    /// Returns a measured figure.
    ///
    /// # Errors
    /// Returns an error if there is none of this name: the plan never invents one.
    pub fn measured(&self, name: &str) -> Result<f64> {
        let figure = self.read_value(&self.measured, name);
        figure.with_context(|| format!("{MEASURED} has no figure {name}. Run cargo xtask bench capacity"))
    }

    /// Returns an assumption.
    ///
    /// # Errors
    /// Returns an error if there is none of this name.
    pub fn assumed(&self, name: &str) -> Result<f64> {
        let figure = self.read_value(&self.assumed, name);
        figure.with_context(|| format!("{ASSUMED} has no figure {name}. Add it, with a reason"))
    }

    /// Returns a figure that is assumed until it is measured.
    ///
    /// # Errors
    /// Returns an error if there is none of this name.
    pub fn measured_or_assumed(&self, name: &str) -> Result<f64> {
        self.read_value(&self.measured, name).map_or_else(|| self.assumed(name), Ok)
    }

    fn read_value(&self, figures: &BTreeMap<String, Figure>, name: &str) -> Option<f64> {
        self.used.borrow_mut().insert(name.to_owned());
        figures.get(name)?.value
    }

    /// Checks that the plan has read every figure.
    ///
    /// # Errors
    /// Returns an error that names those which were not read.
    pub fn ensure_all_used(&self) -> Result<()> {
        let used = self.used.borrow();
        let unused: Vec<&str> = self
            .measured
            .keys()
            .chain(self.assumed.keys())
            .map(String::as_str)
            .filter(|name| !used.contains(*name))
            .collect();
        match unused.is_empty() {
            true => Ok(()),
            false => bail!("the plan does not use {}. Remove it from {MEASURED} or {ASSUMED}", unused.join(", ")),
        }
    }

    /// Returns the load of the busiest hour, as a multiple of the mean.
    pub fn peak(&self) -> f64 {
        self.day.values.iter().copied().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> String {
        format!(r#""day": {{"reason": "r", "values": {:?}}}"#, [1.0; 24])
    }

    fn parse(measured: &str, assumed: &str) -> Result<Inputs> {
        Inputs::parse(
            &format!(r#"{{"figures": {{{measured}}}}}"#),
            &format!(r#"{{"figures": {{{assumed}}}, {}}}"#, day()),
        )
    }

    #[test]
    fn figures_that_were_not_measured_are_refused() {
        let figure = |value: &str| format!(r#""flush": {{"value": {value}, "unit": "µs", "how": "h", "origin": "o"}}"#);
        assert_eq!(parse(&figure("7"), "").unwrap().measured("flush").unwrap(), 7.0);
        let error = parse(&figure("null"), "").unwrap_err().to_string();
        assert_eq!(error, "flush was not measured. Run cargo xtask bench capacity");
        assert!(parse(&figure("-1"), "").is_err());
        let missing = parse(&figure("7"), "").unwrap().measured("other").unwrap_err().to_string();
        assert_eq!(missing, "measured.json has no figure other. Run cargo xtask bench capacity");
    }

    #[test]
    fn measured_figures_replace_assumed_ones_and_none_may_be_unused() {
        let measured = r#""busy_group": {"value": 6, "unit": "ops", "how": "h", "origin": "o"}"#;
        let assumed = r#""busy_group": {"value": 8, "unit": "ops", "reason": "r"}"#;
        assert_eq!(parse("", assumed).unwrap().measured_or_assumed("busy_group").unwrap(), 8.0);
        let inputs = parse(measured, assumed).unwrap();
        let error = inputs.ensure_all_used().unwrap_err().to_string();
        assert!(error.contains("busy_group"), "{error}");
        assert_eq!(inputs.measured_or_assumed("busy_group").unwrap(), 6.0);
        inputs.ensure_all_used().unwrap();
    }

    #[test]
    fn figures_without_an_origin_or_a_reason_are_refused() {
        assert!(parse(r#""flush": {"value": 7, "unit": "µs", "how": "h"}"#, "").is_err());
        assert!(parse("", r#""ops_per_day": {"value": 7, "unit": "ops"}"#).is_err());
        assert!(parse("", r#""ops_per_day": {"value": 7, "unit": "ops", "reason": "r"}"#).is_ok());
    }
}
