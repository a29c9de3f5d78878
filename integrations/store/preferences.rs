//! What people have chosen for themselves.

use kernel::ports::{Preferences, Soon, StoreError};
use kernel::{Asking, DryRun, PersonId};
use sqlx::SqliteExecutor;

use crate::Store;
use crate::store::unreachable;

const ALWAYS: &str = "always";
const BY_KIND: &str = "by_kind";

/// What somebody has chosen, whoever looks.
pub(crate) async fn chosen<'e>(
    reading: impl SqliteExecutor<'e>,
    person: &PersonId,
) -> Result<Asking, StoreError> {
    let chosen: Option<(String,)> = sqlx::query_as("SELECT asking FROM preferences WHERE person = $1")
        .bind(&person.0)
        .fetch_optional(reading)
        .await
        .map_err(unreachable)?;
    match chosen.as_ref().map(|(asking,)| asking.as_str()) {
        None | Some(BY_KIND) => Ok(Asking::ByKind),
        Some(ALWAYS) => Ok(Asking::Always),
        Some(other) => Err(StoreError::Unreadable(format!("somebody wants to be asked `{other}`"))),
    }
}

pub(crate) async fn rehearsing<'e>(
    reading: impl SqliteExecutor<'e>,
    person: &PersonId,
) -> Result<DryRun, StoreError> {
    let chosen: Option<(i64,)> = sqlx::query_as("SELECT dry_run FROM preferences WHERE person = $1")
        .bind(&person.0)
        .fetch_optional(reading)
        .await
        .map_err(unreachable)?;
    Ok(if chosen.is_some_and(|(on,)| on != 0) { DryRun::On } else { DryRun::Off })
}

impl Preferences for Store {
    fn asking<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Asking, StoreError>> {
        Box::pin(chosen(&self.readers, person))
    }

    fn ask<'a>(&'a self, person: &'a PersonId, asking: Asking) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let asking = match asking {
                Asking::ByKind => BY_KIND,
                Asking::Always => ALWAYS,
            };
            let mut writing = self.write().await?;
            writing
                .statement(
                    "INSERT INTO preferences (person, asking) VALUES ($1, $2) \
                     ON CONFLICT (person) DO UPDATE SET asking = excluded.asking",
                )
                .bind(&person.0)
                .bind(asking)
                .run()
                .await?;
            writing.commit().await
        })
    }

    fn rehearses<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<DryRun, StoreError>> {
        Box::pin(rehearsing(&self.readers, person))
    }

    fn rehearse<'a>(&'a self, person: &'a PersonId, chosen: DryRun) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut writing = self.write().await?;
            writing
                .statement(
                    "INSERT INTO preferences (person, asking, dry_run) VALUES ($1, $2, $3) \
                     ON CONFLICT (person) DO UPDATE SET dry_run = excluded.dry_run",
                )
                .bind(&person.0)
                .bind(BY_KIND)
                .bind(i64::from(chosen == DryRun::On))
                .run()
                .await?;
            writing.commit().await
        })
    }
}
