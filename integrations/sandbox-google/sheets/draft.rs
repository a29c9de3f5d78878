//! A spreadsheet while somebody changes it: nothing counts until all of it is done.

use serde_json::Value;

use super::area::{Area, Span};
use super::given::{is_true, list, part};
use super::grid::{Protection, Spreadsheet};
use super::objection::Objection;
use crate::account::Account;
use crate::drive::{Comment, File};

pub(super) struct Draft {
    pub(super) book: Spreadsheet,
    /// The name of the file.
    pub(super) title: String,
    pub(super) editor: Editor,
    /// Comments to be kept with the file.
    pub(super) said: Vec<Comment>,
}

/// Who changes it.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub(super) address: String,
    is_owner: bool,
    /// Of the same domain as the owner.
    is_colleague: bool,
}

impl Editor {
    pub(super) fn new(account: &Account, file: &File) -> Self {
        let owner = file.owner.as_deref();
        let domain = |address: &str| address.rsplit('@').next().map(str::to_ascii_lowercase);
        Self {
            address: account.address.clone(),
            is_owner: owner.is_some_and(|owner| owner.eq_ignore_ascii_case(&account.address)),
            is_colleague: owner.is_some_and(|owner| domain(owner) == domain(&account.address)),
        }
    }

    /// Whether they may edit what is protected.
    pub(super) fn may_edit(&self, protection: &Protection) -> bool {
        let fields = Value::Object(protection.fields.clone());
        let editors = part(&fields, "editors");
        let mut named = list(editors, "users").iter().filter_map(Value::as_str);
        self.is_owner
            || is_true(&fields, "warningOnly")
            || (self.is_colleague && is_true(editors, "domainUsersCanEdit"))
            || named.any(|user| user.eq_ignore_ascii_case(&self.address))
    }
}

impl Draft {
    pub(super) fn new(book: &Spreadsheet, account: &Account, file: &File) -> Self {
        let editor = Editor::new(account, file);
        Self { book: book.clone(), title: file.name.clone(), editor, said: Vec::new() }
    }

    /// Whether cells may be written.
    pub(super) fn permit(&self, sheet: i32, area: Area) -> Result<(), Objection> {
        let closed = |protection: &&Protection| {
            let open = protection.open.iter().any(|open| covers(*open, area));
            protection.area.overlaps(area) && !open && !self.editor.may_edit(protection)
        };
        match self.book.grid(sheet)?.protections.iter().find(closed) {
            Some(_) => Err(Objection::is_protected()),
            None => Ok(()),
        }
    }
}

fn covers(outer: Area, inner: Area) -> bool {
    let within = |outer: Span, inner: Span| {
        outer.start <= inner.start && outer.end.is_none_or(|end| inner.end.is_some_and(|inner| inner <= end))
    };
    within(outer.rows, inner.rows) && within(outer.columns, inner.columns)
}
