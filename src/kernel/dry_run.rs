//! Whether what would change something is only told.

/// Off unless somebody wants it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DryRun {
    #[default]
    Off,
    /// What would be sent or changed is told, and none of it is done.
    On,
}
