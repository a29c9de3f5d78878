//! What can be asked of `sheets.format`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One change. Ranges are as in `A1:C9`, `A:C` or `'Q1 costs'!B2`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Change {
    /// How cells look. What is not given stays as it is.
    Style(Style),
    ColumnWidth {
        /// e.g. `B` or `A:C`.
        columns: String,
        /// Left out: as wide as what is in them.
        #[serde(default)]
        pixels: Option<u32>,
    },
    RowHeight {
        /// e.g. `3` or `3:7`.
        rows: String,
        /// Left out: as high as what is in them.
        #[serde(default)]
        pixels: Option<u32>,
    },
    /// How many rows and columns stay in sight. 0 lets go of them.
    Freeze {
        #[serde(default)]
        rows: Option<u32>,
        #[serde(default)]
        columns: Option<u32>,
    },
    /// Makes one cell of several. What is in any but the first of them is lost.
    Merge {
        range: String,
        #[serde(default)]
        how: Together,
    },
    Unmerge {
        range: String,
    },
    Borders(Borders),
    /// Sorts the rows of a range. Leave the header out of the range.
    Sort {
        range: String,
        by: Vec<Key>,
    },
    AddSheet {
        title: String,
        /// Counted from 1; left out, it comes last.
        #[serde(default)]
        position: Option<u32>,
    },
    RenameSheet {
        title: String,
    },
    /// Deletes the sheet and all that is in it.
    DeleteSheet {},
    InsertRows {
        /// The number of the row they are put before.
        before: u32,
        #[serde(default = "one")]
        count: u32,
    },
    InsertColumns {
        /// The letter of the column they are put before.
        before: String,
        #[serde(default = "one")]
        count: u32,
    },
    DeleteRows {
        /// e.g. `3` or `3:7`.
        rows: String,
    },
    DeleteColumns {
        /// e.g. `B` or `A:C`.
        columns: String,
    },
}

fn one() -> u32 {
    1
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Style {
    pub(crate) range: String,
    #[serde(default)]
    pub(crate) bold: Option<bool>,
    #[serde(default)]
    pub(crate) italic: Option<bool>,
    #[serde(default)]
    pub(crate) underline: Option<bool>,
    #[serde(default)]
    pub(crate) strikethrough: Option<bool>,
    #[serde(default)]
    pub(crate) font_size: Option<u32>,
    /// As in `#cc0000`.
    #[serde(default)]
    pub(crate) text_colour: Option<String>,
    /// As in `#fff2cc`.
    #[serde(default)]
    pub(crate) background: Option<String>,
    #[serde(default)]
    pub(crate) number_format: Option<NumberFormat>,
    #[serde(default)]
    pub(crate) align: Option<Align>,
    #[serde(default)]
    pub(crate) vertical_align: Option<VerticalAlign>,
    #[serde(default)]
    pub(crate) wrap: Option<Wrap>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberFormat {
    pub(crate) kind: NumberKind,
    /// e.g. `#,##0.00`, `0.0%` or `yyyy-mm-dd`. Left out, the usual one of its kind.
    #[serde(default)]
    pub(crate) pattern: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NumberKind {
    Text,
    Number,
    Percent,
    Currency,
    Date,
    Time,
    DateTime,
    Scientific,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Align {
    Left,
    Center,
    Right,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VerticalAlign {
    Top,
    Middle,
    Bottom,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wrap {
    /// Long text goes on over its empty neighbours.
    Overflow,
    #[serde(rename = "wrap")]
    Break,
    Clip,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Together {
    /// The whole range becomes one cell.
    #[default]
    All,
    /// Each row becomes one cell.
    Rows,
    /// Each column becomes one cell.
    Columns,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Borders {
    pub(crate) range: String,
    #[serde(default)]
    pub(crate) line: Line,
    /// As in `#000000`, which it is when left out.
    #[serde(default)]
    pub(crate) colour: Option<String>,
    /// Left out: all of them.
    #[serde(default)]
    pub(crate) sides: Vec<Side>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    #[default]
    Solid,
    SolidMedium,
    SolidThick,
    Dashed,
    Dotted,
    Double,
    /// Takes the border away.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    Top,
    Bottom,
    Left,
    Right,
    InnerHorizontal,
    InnerVertical,
}

impl Side {
    pub(super) const ALL: [Self; 6] =
        [Self::Top, Self::Bottom, Self::Left, Self::Right, Self::InnerHorizontal, Self::InnerVertical];
}

/// A column to sort by.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    /// Its letter.
    pub(crate) column: String,
    #[serde(default)]
    pub(crate) descending: bool,
}
