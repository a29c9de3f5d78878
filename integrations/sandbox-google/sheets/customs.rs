//! How a spreadsheet's locale writes numbers and dates.

/// Which comes first in a date with dots or slashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    MonthFirst,
    DayFirst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Customs {
    pub(crate) decimal: char,
    pub(crate) group: char,
    pub(crate) order: Order,
    /// How a date is shown that has no pattern of its own.
    pub(crate) date: &'static str,
}

impl Customs {
    pub(crate) fn of(locale: &str) -> Self {
        let language = locale.split(['_', '-']).next().unwrap_or_default();
        match (locale, language) {
            ("en_US" | "en_PH" | "", _) => {
                Self { decimal: '.', group: ',', order: Order::MonthFirst, date: "m/d/yyyy" }
            }
            (_, "de" | "da" | "nb" | "tr") => {
                Self { decimal: ',', group: '.', order: Order::DayFirst, date: "dd.mm.yyyy" }
            }
            (_, "es" | "it" | "nl" | "pt" | "id" | "el") => {
                Self { decimal: ',', group: '.', order: Order::DayFirst, date: "dd/mm/yyyy" }
            }
            (_, "fr" | "sv" | "fi" | "pl" | "cs" | "ru" | "uk") => {
                Self { decimal: ',', group: '\u{a0}', order: Order::DayFirst, date: "dd/mm/yyyy" }
            }
            _ => Self { decimal: '.', group: ',', order: Order::DayFirst, date: "dd/mm/yyyy" },
        }
    }
}
