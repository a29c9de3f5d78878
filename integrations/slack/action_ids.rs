//! The names of our buttons, forms and shortcuts, which Slack gives back with every press.

/// What our buttons are called. An action of another name is not ours.
pub(crate) const APPROVE: &str = "countersign.approve";
pub(crate) const APPROVE_ALIKE: &str = "countersign.approve_alike";
pub(crate) const DENY: &str = "countersign.deny";
/// Denies what was approved and is still held back.
pub(crate) const TAKE_BACK: &str = "countersign.take_back";
/// Approves the way back.
pub(crate) const UNDO: &str = "countersign.undo";
/// Posts where others read what was told one person.
pub(crate) const SHARE: &str = "countersign.share";
pub(crate) const DISCONNECT: &str = "countersign.disconnect";
pub(crate) const LINK: &str = "countersign.link";
pub(crate) const PASTE_ADDRESS: &str = "countersign.paste_address";
pub(crate) const DISCONNECT_AS_ASKED: &str = "countersign.disconnect_as_asked";
pub(crate) const STOP_AS_ASKED: &str = "countersign.stop_as_asked";
pub(crate) const UNDO_LISTED: &str = "countersign.undo_listed";
pub(crate) const CANCEL_SIGN_IN: &str = "countersign.cancel_sign_in";

/// The same on somebody's own page.
pub(crate) const CONNECT: &str = "countersign.connect";
pub(crate) const USE_ACCOUNT: &str = "countersign.use_account";
pub(crate) const END_ORDER: &str = "countersign.end_order";
pub(crate) const END_RULE: &str = "countersign.end_rule";
pub(crate) const ASK_ALWAYS: &str = "countersign.ask_always";
pub(crate) const ASK_BY_KIND: &str = "countersign.ask_by_kind";
pub(crate) const SIGN_IN: &str = "countersign.sign_in";

/// What somebody thinks of a reply; the value is one of the two, and the turn.
pub(crate) const FEEDBACK: &str = "countersign.feedback";
pub(crate) const GOOD: &str = "good";
pub(crate) const BAD: &str = "bad";

/// Followed by the place of the answer that is chosen.
pub(crate) const CHOOSE: &str = "countersign.choose.";
/// Followed by what tells one way to a page of a form from another; the value is the page.
pub(crate) const TURN: &str = "countersign.turn.";
pub(crate) const ANSWER_IN_FORM: &str = "countersign.answer";
pub(crate) const EDIT: &str = "countersign.edit";
pub(crate) const DENY_BECAUSE: &str = "countersign.deny_because";
pub(crate) const VIEW_ALL: &str = "countersign.view_all";
pub(crate) const APPROVE_ALL: &str = "countersign.approve_all";
pub(crate) const DENY_ALL: &str = "countersign.deny_all";
pub(crate) const ONE_BY_ONE: &str = "countersign.one_by_one";
pub(crate) const ALWAYS: &str = "countersign.always";

/// What our forms are called, and what every line in them is.
pub(crate) const PASTED_ADDRESS: &str = "countersign.pasted_address";
pub(crate) const ANSWERS: &str = "countersign.answers";
pub(crate) const EDITS: &str = "countersign.edits";
pub(crate) const REASON: &str = "countersign.reason";
pub(crate) const ALWAYS_FORM: &str = "countersign.always_form";
pub(crate) const LINE: &str = "line";

/// The shortcut on a message, and the form it opens.
pub(crate) const ASK_ABOUT: &str = "ask_about_message";
