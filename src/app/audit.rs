//! `countersign audit`: looks only, so it may run while the product does.

mod belonging;
mod lines;
mod selection;
mod stored;
mod table;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use kernel::ports::StoreError;
use store::{Ledger, Line, Reading, Verified};

use crate::cli::{AuditCommand, AuditSelection, Common};
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config};
use crate::services::look_into_vault;
use crate::{Exit, Trouble};

use lines::Lines;
use selection::Selection;
pub(crate) use selection::Since;
use stored::Stored;

pub(crate) async fn audit(common: &Common, what: AuditCommand) -> Result<(), Trouble> {
    let mut ledger = open(common).await?;
    let verified = match what {
        AuditCommand::Verify => ledger.verify().await.map_err(failed)?,
        AuditCommand::Show { which, last, json } => {
            let (newest, verified) = newest(&mut ledger, &which, last).await?;
            if json {
                in_json(&newest, &verified)?;
            } else {
                say(&table::table(&newest));
            }
            return ended(ledger, &verified, None).await;
        }
        AuditCommand::Export { which, out } => {
            let verified = export(&mut ledger, &which, out.as_deref()).await?;
            return ended(ledger, &verified, None).await;
        }
    };
    let whole = format!("The audit is whole: {} records, sealed at the end.", verified.records);
    ended(ledger, &verified, Some(whole)).await
}

async fn open(common: &Common) -> Result<Ledger, Trouble> {
    let config = load_config(common)?;
    let data = data_directory(common, &config)?;
    let place = store::StorePaths::in_directory(&data);
    if !place.database.exists() {
        let words = format!(
            "There is no database in {}. Name the data directory with --data-dir (a trial run keeps its own).",
            data.display()
        );
        return Err(Trouble::new(Exit::Configuration, words));
    }
    let vault = look_into_vault(&config, &data).await?;
    Ledger::open(&place, Arc::new(vault)).await.map_err(|error| Trouble::new(Exit::Failed, error))
}

/// What was asked for has been shown by then, whatever state it is in.
async fn ended(ledger: Ledger, verified: &Verified, whole: Option<String>) -> Result<(), Trouble> {
    ledger.close().await.map_err(failed)?;
    match &verified.flaw {
        None => {
            if let Some(words) = whole {
                say(&words);
            }
            Ok(())
        }
        Some(flaw) => Err(Trouble::new(
            Exit::Audit,
            format!(
                "The audit has been tampered with: {flaw}. The first {} records hold together.",
                verified.records
            ),
        )),
    }
}

/// The newest records that fit.
struct Newest {
    records: VecDeque<(Line, Stored)>,
    /// How many more of them there are before these.
    earlier: usize,
}

async fn newest(
    ledger: &mut Ledger,
    which: &AuditSelection,
    last: usize,
) -> Result<(Newest, Verified), Trouble> {
    let mut newest = Newest { records: VecDeque::new(), earlier: 0 };
    let mut walk = Walk::new(ledger, which);
    while let Some(found) = walk.next().await.map_err(failed)? {
        newest.records.push_back(found);
        if newest.records.len() > last {
            newest.records.pop_front();
            newest.earlier += 1;
        }
    }
    Ok((newest, walk.verified()))
}

fn in_json(newest: &Newest, verified: &Verified) -> Result<(), Trouble> {
    let mut lines = Lines::to_standard_output();
    newest.records.iter().try_for_each(|(line, stored)| lines.write(line, stored))?;
    lines.end(verified)
}

/// One record at a time, however many there are.
async fn export(
    ledger: &mut Ledger,
    which: &AuditSelection,
    out: Option<&Path>,
) -> Result<Verified, Trouble> {
    let mut lines = match out {
        Some(path) => Lines::to_new_file(path)?,
        None => Lines::to_standard_output(),
    };
    let mut walk = Walk::new(ledger, which);
    while let Some((line, stored)) = walk.next().await.map_err(failed)? {
        lines.write(&line, &stored)?;
    }
    let verified = walk.verified();
    lines.end(&verified)?;
    Ok(verified)
}

/// Along the whole chain, because only the whole of it can be checked; it stops at what was asked for.
struct Walk<'a> {
    reading: Reading<'a>,
    selection: Selection,
}

impl<'a> Walk<'a> {
    fn new(ledger: &'a mut Ledger, which: &AuditSelection) -> Self {
        Self { reading: ledger.read(), selection: Selection::of(which) }
    }

    async fn next(&mut self) -> Result<Option<(Line, Stored)>, StoreError> {
        while let Some(line) = self.reading.next().await? {
            let mut stored = Stored::read(&line.record);
            if self.selection.takes(&mut stored) {
                return Ok(Some((line, stored)));
            }
        }
        Ok(None)
    }

    fn verified(self) -> Verified {
        self.reading.verified()
    }
}

fn failed(error: StoreError) -> Trouble {
    Trouble::new(Exit::Failed, error)
}
