//! An organisation that the workspace belongs to, and an app that is installed in all of it at once.

use serde::{Deserialize, Serialize};

use super::ids::EnterpriseId;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Organisation {
    pub(crate) id: EnterpriseId,
    pub(crate) name: String,
}

impl Organisation {
    pub(crate) fn new(name: &str) -> Self {
        Self { id: EnterpriseId::of(name), name: name.to_owned() }
    }
}
