//! Whether somebody sees it.

/// In the order of what weighs more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    #[default]
    Seen,
    /// By some readers, or in part, or nobody here can tell.
    Doubtful,
    Hidden,
}

impl Verdict {
    pub(crate) fn hidden_if(hidden: bool) -> Self {
        if hidden { Self::Hidden } else { Self::Seen }
    }

    pub(crate) fn doubtful_if(doubtful: bool) -> Self {
        if doubtful { Self::Doubtful } else { Self::Seen }
    }

    /// Where what hides may have no effect.
    pub(crate) fn at_most(self, most: Self) -> Self {
        self.min(most)
    }

    /// Of two ways to see a page: what is hidden in one of them is in doubt.
    pub(crate) fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Doubtful }
    }
}
