//! `countersign audit verify`

use std::sync::Arc;

use store::{Store, Verified};

use crate::cli::{AuditCommand, Common};
use crate::house::open_vault;
use crate::place;
use crate::sandboxed::say;
use crate::serve::load_config;
use crate::{Exit, SystemClock, Trouble};

/// Looks only, so it may run while the product does.
pub(crate) async fn audit(common: &Common, what: AuditCommand) -> Result<(), Trouble> {
    let AuditCommand::Verify = what;
    let config = load_config(common)?;
    let given = common.data_dir.clone().or_else(|| config.data_dir.clone());
    let data = given
        .map_or_else(|| place::default_directory("serve"), Ok)
        .map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let place = store::Place::in_directory(&data);
    if !place.database.exists() {
        let words = format!(
            "There is no database in {}. Name the data directory with --data-dir (a trial run keeps its own).",
            data.display()
        );
        return Err(Trouble::new(Exit::Configuration, words));
    }
    let vault = open_vault(&config, &data).await?;
    let store = Store::inspect(&place, vault, Arc::new(SystemClock))
        .await
        .map_err(|error| Trouble::new(Exit::Failed, error))?;
    let verified = store.verify_audit().await.map_err(|error| Trouble::new(Exit::Failed, error))?;
    store.close().await;
    match verified {
        Verified { records, flaw: None } => {
            say(&format!("The audit is whole: {records} records, sealed at the end."));
            Ok(())
        }
        Verified { records, flaw: Some(flaw) } => Err(Trouble::new(
            Exit::Audit,
            format!("The audit has been tampered with: {flaw}. The first {records} records hold together."),
        )),
    }
}
