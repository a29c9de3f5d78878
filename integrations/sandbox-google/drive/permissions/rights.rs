//! The right to decide who opens a file.

use crate::drive::{
    file::{File, Limit},
    role::Role,
    tree::Tree,
};

/// Whether somebody may decide who else opens a file.
pub(crate) fn may_share(tree: &Tree, file: &File, address: &str) -> bool {
    tree.role_of(file, address) >= Some(needed_to_share(tree, file))
}

/// The least that somebody must be to decide who else opens a file.
pub(crate) fn needed_to_share(tree: &Tree, file: &File) -> Role {
    match tree.drive_of(file) {
        Some(drive) if drive == file.id => Role::Organizer,
        Some(_) if file.is_folder() => Role::FileOrganizer,
        None if file.limits.contains(&Limit::OnlyOwnersShare) => Role::Owner,
        Some(_) | None => Role::Writer,
    }
}
