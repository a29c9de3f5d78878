//! Every way to fail, in words for whoever can do something about it.

use std::os::unix::process::ExitStatusExt as _;
use std::{process::ExitStatus, time::Duration};

use kernel::{Code, Failure};
use rustix::process::Signal;

use crate::protocol::Unreadable;

/// How a child ended that did not reply.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    TooSlow,
    OutOfMemory,
    Crashed,
    /// It said something else than a reply.
    Babbling,
    Unconfined,
}

impl Ended {
    pub(crate) fn of(status: ExitStatus, complaints: &str) -> Self {
        if status.signal() == Some(Signal::XCPU.as_raw()) {
            Self::TooSlow
        } else if complaints.contains("memory allocation of") || complaints.contains("out of memory") {
            Self::OutOfMemory
        } else {
            Self::Crashed
        }
    }
}

pub(crate) fn ended(ended: &Ended, wall: Duration) -> Failure {
    match ended {
        Ended::TooSlow => Failure::model(
            Code::Timeout,
            format!(
                "The document was not read within {} seconds and was given up. Ask for a shorter or simpler file.",
                wall.as_secs()
            ),
        ),
        Ended::OutOfMemory => Failure::model(
            Code::InputInvalid,
            "The document needs more memory to read than it is given. Ask for a smaller file.",
        ),
        Ended::Crashed => Failure::model(
            Code::ExecutionFailed,
            "Reading the document crashed; nothing else was affected. Ask for the file in another format, such as PDF \
             or plain text.",
        ),
        Ended::Babbling => Failure::model(
            Code::ExecutionFailed,
            "Reading the document gave nothing that can be used. Ask for the file in another format, such as PDF or \
             plain text.",
        ),
        Ended::Unconfined => Failure::operator(
            Code::NotAvailable,
            "Documents are not read here: neither Landlock nor seccomp works on this machine, so a hostile file could \
             not be contained. Run Countersign on Linux 5.13 or later, or allow reading without confinement.",
        ),
    }
}

pub(crate) fn unreadable(reason: Unreadable) -> Failure {
    match reason {
        Unreadable::Encrypted => Failure::model(
            Code::InputInvalid,
            "The document is protected by a password and cannot be read. Ask for a copy without one.",
        ),
        Unreadable::Damaged(detail) => Failure::model(
            Code::InputInvalid,
            "The document is damaged or incomplete and cannot be read. Ask for it to be sent again.",
        )
        .quoting(detail),
        Unreadable::Explodes => Failure::model(
            Code::InputInvalid,
            "The document unpacks to far more than its size and was not opened. Ask for a smaller file.",
        ),
        Unreadable::Unsupported(what) => Failure::model(
            Code::NotAvailable,
            "Text cannot be taken from this kind of file. It can be taken from PDF, DOCX, PPTX, XLSX, XLSB, XLS, ODS, \
             HTML, RTF and plain text.",
        )
        .quoting(what),
    }
}

pub(crate) fn too_large(limit: u64) -> Failure {
    Failure::model(
        Code::InputInvalid,
        format!(
            "The document is larger than {} MB and is not read. Ask for a smaller file.",
            limit / 1024 / 1024
        ),
    )
}

#[expect(clippy::needless_pass_by_value, reason = "an error ends here")]
pub(crate) fn not_started(error: impl ToString) -> Failure {
    Failure::operator(
        Code::ExecutionFailed,
        "The process that reads documents could not be started or heard. Check the log and the limits on processes.",
    )
    .quoting(error.to_string())
}
