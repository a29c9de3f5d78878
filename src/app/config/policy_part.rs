//! When people are asked, as it is written.

use engine::{Approvals, Autonomy, Policy};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WrittenApprovals {
    Standard,
    Provenance,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WrittenAutonomy {
    Supervised,
    Standard,
    Autonomous,
}

pub(super) fn policy(approvals: Option<WrittenApprovals>, autonomy: Option<WrittenAutonomy>) -> Policy {
    Policy {
        approvals: match approvals {
            Some(WrittenApprovals::Provenance) => Approvals::Provenance,
            Some(WrittenApprovals::Standard) | None => Approvals::Standard,
        },
        autonomy: match autonomy {
            Some(WrittenAutonomy::Supervised) => Autonomy::Supervised,
            Some(WrittenAutonomy::Autonomous) => Autonomy::Autonomous,
            Some(WrittenAutonomy::Standard) | None => Autonomy::Standard,
        },
    }
}
