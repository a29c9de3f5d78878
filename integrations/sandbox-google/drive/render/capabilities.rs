//! What somebody may do with a file, as the API spells it out.

use serde_json::{Value, json};

use crate::drive::file::{File, Limit};
use crate::drive::permissions;
use crate::drive::role::Role;
use crate::drive::tree::Tree;

pub(super) fn of(tree: &Tree, file: &File, role: Role) -> Value {
    let (folder, drive) = (file.is_folder(), tree.drive_of(file).is_some());
    let writer = role >= Role::Writer;
    // In a shared drive whoever organises it may throw away and move; elsewhere the owner.
    let keeper = if drive { role >= Role::FileOrganizer } else { role == Role::Owner };
    let is_root = tree.is_root(file);
    let is_app_data = tree.is_app_data(file);
    let copies = may_copy(file, role);
    let trashed = tree.is_trashed(file);
    json!({
        "canAddChildren": folder && writer,
        "canChangeCopyRequiresWriterPermission": writer && !folder,
        "canComment": role >= Role::Commenter && !folder,
        "canCopy": !folder && copies,
        "canDelete": !is_root && if drive { role >= Role::Organizer } else { role == Role::Owner },
        "canDownload": !folder && copies,
        "canEdit": writer,
        "canListChildren": folder,
        "canModifyContent": writer,
        "canMoveChildrenWithinDrive": folder && writer,
        "canMoveItemOutOfDrive": !is_root && keeper && !is_app_data,
        "canMoveItemWithinDrive": !is_root && writer,
        "canReadDrive": drive,
        "canReadRevisions": writer && !folder,
        "canRemoveChildren": folder && writer,
        "canRename": writer && !is_root,
        "canShare": !is_app_data && role >= permissions::needed_to_share(tree, file),
        "canTrash": keeper && !is_root && !is_app_data,
        "canUntrash": keeper && trashed,
    })
}

/// Whether somebody may take the content away with them.
pub(in crate::drive) fn may_copy(file: &File, role: Role) -> bool {
    role >= Role::Writer || !file.limits.contains(&Limit::OnlyWritersCopy)
}
