//! Numbers with error bars, and what to print where they are unknown.

use std::fmt;

/// A number with its 95 % error bar. It is never NaN: an unknown number is a case of its own.
///
/// Printed with a sign and two digits, or as many as are asked for:
///
/// ```
/// use ludoteca_rating::statistics::Estimate;
///
/// let estimate = Estimate::new(-3.14159, Some(2.0));
/// assert_eq!(estimate.to_string(), "-3.14 ± 2.00");
/// assert_eq!(format!("{estimate:.0}"), "-3 ± 2");
/// assert_eq!(Estimate::new(f64::INFINITY, Some(2.0)).to_string(), "+∞");
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Estimate {
    /// Unknown: there are no games, or the number is a ratio of zeros.
    Unknown,
    /// Minus infinity: every game was lost.
    MinusInfinity,
    /// Plus infinity: every game was won.
    PlusInfinity,
    /// A number.
    Finite {
        /// The number.
        value: f64,
        /// Half the width of its 95 % interval, if it is known.
        error: Option<f64>,
    },
}

impl Estimate {
    /// Makes an estimate from a number, which may be infinite or NaN. An infinite error bar counts
    /// as none.
    pub fn new(value: f64, error: Option<f64>) -> Estimate {
        match value {
            _ if value.is_finite() => {
                Estimate::Finite { value, error: error.filter(|error| error.is_finite()) }
            }
            f64::INFINITY => Estimate::PlusInfinity,
            f64::NEG_INFINITY => Estimate::MinusInfinity,
            _ => Estimate::Unknown,
        }
    }

    /// The number, if it is finite.
    pub fn value(self) -> Option<f64> {
        match self {
            Estimate::Finite { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Half the width of the 95 % interval, where there is one.
    pub fn error(self) -> Option<f64> {
        match self {
            Estimate::Finite { error, .. } => error,
            _ => None,
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let text = match self {
            Estimate::Unknown => "unknown".to_owned(),
            Estimate::MinusInfinity => "-∞".to_owned(),
            Estimate::PlusInfinity => "+∞".to_owned(),
            Estimate::Finite { value, error: Some(error) } => {
                format!("{} ± {error:.digits$}", signed(*value, digits))
            }
            Estimate::Finite { value, error: None } => {
                format!("{} ± unknown", signed(*value, digits))
            }
        };
        // The precision is used up here; width and alignment are left to the caller.
        match f.width() {
            Some(width) if f.align() == Some(fmt::Alignment::Left) => write!(f, "{text:<width$}"),
            Some(width) => write!(f, "{text:>width$}"),
            None => f.write_str(&text),
        }
    }
}

/// Formats a number with its sign, and with `+0.00` for what rounds to zero.
fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    match text.strip_prefix('-') {
        Some(number) if number.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
            format!("+{number}")
        }
        _ => text,
    }
}

/// Formats a share from 0 to 1: `99.60 %`, or `unknown`.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "unknown".to_owned(), |share| format!("{:.2} %", share * 100.0))
}
