//! What somebody may do with a file, as the API spells it out.

use serde_json::{Value, json};

use crate::google::drive::file::File;
use crate::google::drive::tree::{Role, Tree};

pub(super) fn of(tree: &Tree, file: &File, role: Role) -> Value {
    let (folder, drive) = (file.is_folder(), tree.drive_of(file).is_some());
    let writer = role >= Role::Writer;
    // In a shared drive whoever organises it may throw away and move; elsewhere the owner.
    let keeper = if drive { role >= Role::FileOrganizer } else { role == Role::Owner };
    let is_root = tree.is_root(file);
    let trashed = tree.is_trashed(file);
    json!({
        "canAddChildren": folder && writer,
        "canChangeCopyRequiresWriterPermission": writer && !folder,
        "canComment": role >= Role::Commenter && !folder,
        "canCopy": !folder,
        "canDelete": !is_root && if drive { role >= Role::Organizer } else { role == Role::Owner },
        "canDownload": !folder,
        "canEdit": writer,
        "canListChildren": folder,
        "canModifyContent": writer,
        "canMoveChildrenWithinDrive": folder && writer,
        "canMoveItemOutOfDrive": !is_root && keeper,
        "canMoveItemWithinDrive": !is_root && writer,
        "canReadDrive": drive,
        "canReadRevisions": writer && !folder,
        "canRemoveChildren": folder && writer,
        "canRename": writer && !is_root,
        "canShare": writer,
        "canTrash": keeper && !is_root,
        "canUntrash": keeper && trashed,
    })
}
