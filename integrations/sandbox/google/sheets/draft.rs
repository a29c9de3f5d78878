//! A spreadsheet while somebody changes it: nothing counts until all of it is done.

use serde_json::Value;

use super::area::Area;
use super::given::{is_true, list, object};
use super::grid::{Protection, Spreadsheet};
use super::objection::Objection;
use crate::google::account::Account;
use crate::google::drive::File;

pub(super) struct Draft {
    pub(super) book: Spreadsheet,
    /// The name of the file.
    pub(super) title: String,
    pub(super) editor: Editor,
}

/// Who changes it.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    pub(super) address: String,
    is_owner: bool,
}

impl Editor {
    pub(super) fn new(account: &Account, file: &File) -> Self {
        let owner = file.owner.as_deref();
        let is_owner = owner.is_some_and(|owner| owner.eq_ignore_ascii_case(&account.address));
        Self { address: account.address.clone(), is_owner }
    }

    /// Whether they may edit what is protected.
    pub(super) fn may_edit(&self, protection: &Protection) -> bool {
        let fields = Value::Object(protection.fields.clone());
        let editors = Value::Object(object(&fields, "editors"));
        let named = list(&editors, "users").iter().filter_map(Value::as_str);
        let domain = |address: &str| address.rsplit('@').next().map(str::to_ascii_lowercase);
        let colleague = || {
            let owner = list(&editors, "users").iter().find_map(Value::as_str).and_then(domain);
            is_true(&editors, "domainUsersCanEdit")
                && owner.is_none_or(|owner| Some(owner) == domain(&self.address))
        };
        self.is_owner
            || is_true(&fields, "warningOnly")
            || named.into_iter().any(|user| user.eq_ignore_ascii_case(&self.address))
            || colleague()
    }
}

impl Draft {
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
    let within = |outer: super::area::Span, inner: super::area::Span| {
        outer.start <= inner.start && outer.end.is_none_or(|end| inner.end.is_some_and(|inner| inner <= end))
    };
    within(outer.rows, inner.rows) && within(outer.columns, inner.columns)
}
