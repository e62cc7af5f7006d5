//! Parameters: every number of a game has a name, a default, and the values it accepts.

use crate::game::Points;
use std::fmt;
use std::str::FromStr;

/// A game's parameters by name; made by the [`parameters!`](crate::parameters) macro.
pub trait Parameters: Clone + Default + fmt::Debug {
    /// The names in the order of the page's table.
    const NAMES: &'static [&'static str];
    /// The value of a parameter as `--set` takes it.
    fn get(&self, name: &str) -> Option<String>;
    /// Sets one parameter; the error says what was expected.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// The words that this parameter may be; empty where they are too many to name.
    fn values(name: &str) -> &'static [&'static str];

    /// Whether the parameters can be as they are declared; the error names the one that cannot.
    fn declared() -> Result<(), String> {
        let mut read = Self::default();
        for (at, name) in Self::NAMES.iter().enumerate() {
            if Self::NAMES[..at].contains(name) {
                return Err(format!(
                    "two parameters are called {name}: give one of them another name"
                ));
            }
            if *name == PRESET {
                return Err(format!(
                    "a parameter is called {PRESET}, as variants are: give it another name"
                ));
            }
            let usual = read.get(name).unwrap_or_default();
            read.set(name, &usual)
                .map_err(|expected| format!("the default of {name} is {usual}: {expected}"))?;
        }
        read.agree()
            .map_err(|why| format!("the defaults do not go together: {why}"))
    }

    /// Whether the values go together; the error says which do not.
    fn agree(&self) -> Result<(), String> {
        Ok(())
    }

    /// Sets `name=value` pairs; the error names the pair.
    fn with(settings: &Settings) -> Result<Self, String> {
        let mut params = Self::default();
        for (name, value) in &settings.0 {
            params
                .set(name, value)
                .map_err(|expected| format!("{name}={value}: {expected}"))?;
        }
        params.agree().map(|()| params)
    }
}

/// The name under which a variant is set.
pub const PRESET: &str = "preset";

/// Parameters of a known variant under one name: `--set preset=NAME`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, unique within the game.
    pub name: &'static str,
    /// The variant, and which of its numbers are not known.
    pub about: &'static str,
    /// The parameters.
    pub set: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// The parameters as settings.
    pub fn settings(&self) -> Settings {
        self.set.iter().copied().collect()
    }
}

/// Parameters that someone set, as text: pairs of name and value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings(pub Vec<(String, String)>);

impl<N: ToString, V: ToString> FromIterator<(N, V)> for Settings {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Settings {
        Settings(
            pairs
                .into_iter()
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
        )
    }
}

impl Settings {
    /// Reads `name=value` words.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Settings, String> {
        let pairs = words.into_iter().map(|word| match word.split_once('=') {
            Some((name, value)) => Ok((name.to_string(), value.to_string())),
            None => Err(format!("{word}: expected name=value")),
        });
        pairs.collect::<Result<_, _>>().map(Settings)
    }

    /// These and then the others, which win.
    #[must_use]
    pub fn and(&self, others: &Settings) -> Settings {
        Settings(self.0.iter().chain(&others.0).cloned().collect())
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        f.write_str(&pairs.join(" "))
    }
}

/// Time in whole milliseconds, as judges count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "files", derive(serde::Serialize))]
pub struct Ms(pub u64);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::wire::digits(self.0, &mut [0; 20]))
    }
}

impl FromStr for Ms {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_suffix("ms").unwrap_or(text).trim();
        match digits.parse() {
            Ok(ms) if ms <= 86_400_000 => Ok(Ms(ms)),
            _ => Err("expected milliseconds, from 0 to a day (86400000)".into()),
        }
    }
}

/// Memory in megabytes of 1024 x 1024 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Megabytes(pub u64);

impl Megabytes {
    /// The most that an option, a parameter or a log can hold.
    pub const MOST: Megabytes = Megabytes(999_999_999_999);

    /// The same in bytes.
    pub const fn bytes(self) -> u64 {
        self.0.saturating_mul(1 << 20)
    }
}

impl fmt::Display for Megabytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Megabytes {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_suffix("MB").unwrap_or(text).trim();
        let megabytes = digits
            .parse()
            .ok()
            .map(Megabytes)
            .filter(|megabytes| *megabytes <= Megabytes::MOST);
        megabytes.ok_or_else(|| format!("expected megabytes, from 0 to {}", Megabytes::MOST))
    }
}

/// A board's size, `ROWSxCOLUMNS`: from 1 to `ROWS` rows, and as many columns unless `COLS` says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size<const ROWS: u8, const COLS: u8 = ROWS>(pub crate::cells::Grid);

impl<const ROWS: u8, const COLS: u8> fmt::Display for Size<ROWS, COLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0.rows, self.0.cols)
    }
}

impl<const ROWS: u8, const COLS: u8> FromStr for Size<ROWS, COLS> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let side = |word: &str, most| word.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
        let sides = text
            .split_once('x')
            .and_then(|(r, c)| Some((side(r, ROWS)?, side(c, COLS)?)));
        match sides {
            Some((rows, cols)) => Ok(Size(crate::cells::Grid { rows, cols })),
            None if ROWS == COLS => Err(format!("expected ROWSxCOLUMNS, each from 1 to {ROWS}")),
            None => Err(format!(
                "expected ROWSxCOLUMNS, with 1 to {ROWS} rows and 1 to {COLS} columns"
            )),
        }
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Within<const MIN: u32, const MAX: u32>(pub u32);

impl<const MIN: u32, const MAX: u32> fmt::Display for Within<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const MIN: u32, const MAX: u32> FromStr for Within<MIN, MAX> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|n| (MIN..=MAX).contains(n));
        number
            .map(Within)
            .ok_or_else(|| format!("expected a whole number from {MIN} to {MAX}"))
    }
}

/// Points for one thing that counts, exact to a half: `2`, `1/2`, `3/2`; up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weight(pub Points);

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.halves {
            whole if whole % 2 == 0 => write!(f, "{}", whole / 2),
            halves => write!(f, "{halves}/2"),
        }
    }
}

impl FromStr for Weight {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = text
            .strip_suffix("/2")
            .map_or((text, 2), |halves| (halves, 1));
        let number = number
            .parse()
            .ok()
            .filter(|n| (0..=2000 / unit).contains(n));
        let halves = number.map(|number: i32| number * unit);
        halves
            .map(|halves| Weight(Points { halves }))
            .ok_or_else(|| "expected points such as 2 or 3/2, from 0 to 1000".into())
    }
}

/// A type of values of parameters.
pub trait ParameterValue: fmt::Display + FromStr<Err = String> {
    /// The words that a value may be; empty where they are too many to name.
    const WORDS: &'static [&'static str] = &[];
}

impl ParameterValue for Ms {}
impl ParameterValue for Megabytes {}
impl<const ROWS: u8, const COLS: u8> ParameterValue for Size<ROWS, COLS> {}
impl<const MIN: u32, const MAX: u32> ParameterValue for Within<MIN, MAX> {}
impl ParameterValue for Weight {}
impl ParameterValue for crate::polyomino::Shapes {}

/// Declares a parameter whose value is one of a few words.
#[macro_export]
macro_rules! choice_parameter {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type { $($(#[$vdoc])* $variant),+ }
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $word),+ })
            }
        }
        impl $crate::params::ParameterValue for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
        impl std::str::FromStr for $type {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(concat!("expected one of:", $(" ", $word),+).into()),
                }
            }
        }
    };
}

choice_parameter! {
    /// Yes or no.
    Flag {
        /// Yes.
        Yes "yes",
        /// No.
        No "no",
    }
}

/// Declares a game's parameter struct with defaults; the struct implements [`Parameters`], and its fields have the
/// types that stand there. After the last may stand `agree` and the function that says whether the values go together.
#[macro_export]
macro_rules! parameters {
    ($(#[$doc:meta])* $type:ident { $($(#[$fdoc:meta])* $field:ident $name:literal: $value:ty = $default:expr),+ $(,)? } $(agree $agree:path)?) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $type { $($(#[$fdoc])* pub $field: $value),+ }
        impl Default for $type {
            fn default() -> Self {
                $type { $($field: $default),+ }
            }
        }
        impl $crate::params::Parameters for $type {
            const NAMES: &'static [&'static str] = &[$($name),+];
            fn get(&self, name: &str) -> Option<String> {
                match name { $($name => Some(self.$field.to_string()),)+ _ => None }
            }
            fn values(name: &str) -> &'static [&'static str] {
                match name {
                    $($name => <$value as $crate::params::ParameterValue>::WORDS,)+
                    _ => &[],
                }
            }
            $(fn agree(&self) -> Result<(), String> {
                $agree(self)
            })?
            fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $($name => self.$field = value.parse()?,)+
                    _ => return Err(format!("no such parameter; there are {}", Self::NAMES.join(", "))),
                }
                Ok(())
            }
        }
    };
}
