//! What servers outside say of their tools, and what somebody agreed to.
//!
//! A book of its own in the same database: somebody agrees to a change at the command line while the product works, and
//! the product looks again.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Clock, Offered, Pinned, Pins, Preferences, Soon, StoreError};
use kernel::{Asking, DryRun, PersonId};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::sync::Mutex;

use crate::preferences::{chosen, rehearsing};
use crate::store::{migrator, unreachable};
use crate::{OpenError, StorePaths};

pub struct PinBook {
    connection: Mutex<SqliteConnection>,
    clock: Arc<dyn Clock>,
}

impl PinBook {
    pub async fn open(place: &StorePaths, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let path = place.database.display().to_string();
        let options = SqliteConnectOptions::new()
            .filename(&place.database)
            .create_if_missing(true)
            .busy_timeout(Duration::from_secs(10));
        let mut connection = options
            .connect()
            .await
            .map_err(|error| OpenError::Unreachable { path: path.clone(), why: error.to_string() })?;
        migrator()
            .run(&mut connection)
            .await
            .map_err(|error| OpenError::Migration { path, why: error.to_string() })?;
        Ok(Self { connection: Mutex::new(connection), clock })
    }
}

impl Pins for PinBook {
    fn note<'a>(
        &'a self,
        server: &'a str,
        offered: &'a [Offered],
    ) -> Soon<'a, Result<Vec<Pinned>, StoreError>> {
        Box::pin(async move {
            let now = self.clock.now().0;
            let mut connection = self.connection.lock().await;
            let mut writing = connection.begin_with("BEGIN IMMEDIATE").await.map_err(unreachable)?;
            let first: Option<(i64,)> = sqlx::query_as(
                "INSERT INTO pinned_servers (server, since) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING since",
            )
            .bind(server)
            .bind(now)
            .fetch_optional(&mut *writing)
            .await
            .map_err(unreachable)?;
            sqlx::query("UPDATE pins SET offered = NULL WHERE server = $1")
                .bind(server)
                .execute(&mut *writing)
                .await
                .map_err(unreachable)?;
            for Offered { tool, definition } in offered {
                let agreed = first.map(|_| definition);
                sqlx::query(
                    "INSERT INTO pins (server, tool, agreed, offered, at) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT (server, tool) DO UPDATE SET offered = excluded.offered",
                )
                .bind(server)
                .bind(tool)
                .bind(agreed)
                .bind(definition)
                .bind(now)
                .execute(&mut *writing)
                .await
                .map_err(unreachable)?;
            }
            let pins = read(&mut writing, server).await?;
            writing.commit().await.map_err(unreachable)?;
            Ok(pins)
        })
    }

    fn of<'a>(&'a self, server: &'a str) -> Soon<'a, Result<Vec<Pinned>, StoreError>> {
        Box::pin(async move { read(&mut *self.connection.lock().await, server).await })
    }

    fn agree<'a>(
        &'a self,
        server: &'a str,
        tool: Option<&'a str>,
    ) -> Soon<'a, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let agreed: Vec<(String,)> = sqlx::query_as(
                "UPDATE pins SET agreed = offered, at = $1 WHERE server = $2 AND ($3 IS NULL OR tool = $3) \
                 AND offered IS NOT NULL AND agreed IS NOT offered RETURNING tool",
            )
            .bind(self.clock.now().0)
            .bind(server)
            .bind(tool)
            .fetch_all(&mut *self.connection.lock().await)
            .await
            .map_err(unreachable)?;
            let mut agreed: Vec<String> = agreed.into_iter().map(|(tool,)| tool).collect();
            agreed.sort();
            Ok(agreed)
        })
    }
}

/// For whoever works beside the product: what people have chosen is looked up here, and chosen there.
impl Preferences for PinBook {
    fn asking<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<Asking, StoreError>> {
        Box::pin(async move { chosen(&mut *self.connection.lock().await, person).await })
    }

    fn ask<'a>(&'a self, _: &'a PersonId, _: Asking) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Err(elsewhere())))
    }

    fn rehearses<'a>(&'a self, person: &'a PersonId) -> Soon<'a, Result<DryRun, StoreError>> {
        Box::pin(async move { rehearsing(&mut *self.connection.lock().await, person).await })
    }

    fn rehearse<'a>(&'a self, _: &'a PersonId, _: DryRun) -> Soon<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Err(elsewhere())))
    }
}

fn elsewhere() -> StoreError {
    StoreError::Unreachable("this is chosen where the product runs".to_owned())
}

async fn read(connection: &mut SqliteConnection, server: &str) -> Result<Vec<Pinned>, StoreError> {
    let rows: Vec<(String, Option<String>, Option<String>)> =
        sqlx::query_as("SELECT tool, agreed, offered FROM pins WHERE server = $1 ORDER BY tool")
            .bind(server)
            .fetch_all(connection)
            .await
            .map_err(unreachable)?;
    Ok(rows.into_iter().map(|(tool, agreed, offered)| Pinned { tool, agreed, offered }).collect())
}

#[cfg(test)]
mod tests {
    use kernel::Time;
    use kernel::ports::PinStanding;

    use super::*;

    struct Noon;

    impl Clock for Noon {
        fn now(&self) -> Time {
            Time(43_200_000)
        }
        fn sleep_until(&self, _: Time) -> Soon<'_, ()> {
            Box::pin(std::future::pending())
        }
    }

    fn offered(tool: &str, says: &str) -> Offered {
        Offered { tool: tool.to_owned(), definition: says.to_owned() }
    }

    async fn book(directory: &tempfile::TempDir) -> PinBook {
        PinBook::open(&StorePaths::in_directory(directory.path()), Arc::new(Noon)).await.unwrap()
    }

    fn standings(pins: &[Pinned]) -> Vec<(&str, PinStanding)> {
        pins.iter().map(|pin| (pin.tool.as_str(), pin.standing())).collect()
    }

    #[tokio::test]
    async fn what_is_seen_first_is_agreed_to_and_nothing_that_comes_later() {
        let directory = tempfile::tempdir().unwrap();
        let pins = book(&directory).await;
        let first = pins.note("s", &[offered("a", "one"), offered("b", "two")]).await.unwrap();
        assert_eq!(standings(&first), [("a", PinStanding::Agreed), ("b", PinStanding::Agreed)]);
        let later = pins.note("s", &[offered("a", "other"), offered("c", "three")]).await.unwrap();
        assert_eq!(
            standings(&later),
            [("a", PinStanding::Changed), ("b", PinStanding::Gone), ("c", PinStanding::New)]
        );
        let again = pins.note("s", &[offered("a", "one"), offered("b", "two")]).await.unwrap();
        assert_eq!(
            standings(&again),
            [("a", PinStanding::Agreed), ("b", PinStanding::Agreed), ("c", PinStanding::Gone)]
        );
    }

    #[tokio::test]
    async fn a_server_that_offered_nothing_at_first_is_known_all_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let pins = book(&directory).await;
        assert!(pins.note("s", &[]).await.unwrap().is_empty());
        let later = pins.note("s", &[offered("a", "one")]).await.unwrap();
        assert_eq!(standings(&later), [("a", PinStanding::New)]);
    }

    #[tokio::test]
    async fn somebody_agrees_from_beside_to_one_or_to_all() {
        let directory = tempfile::tempdir().unwrap();
        let (working, beside) = (book(&directory).await, book(&directory).await);
        working.note("s", &[offered("a", "one"), offered("b", "two")]).await.unwrap();
        working.note("s", &[offered("a", "1"), offered("b", "2"), offered("c", "3")]).await.unwrap();
        assert_eq!(beside.agree("s", Some("b")).await.unwrap(), ["b"]);
        assert_eq!(working.of("s").await.unwrap()[1].standing(), PinStanding::Agreed);
        assert_eq!(beside.agree("s", None).await.unwrap(), ["a", "c"]);
        assert!(beside.agree("s", None).await.unwrap().is_empty());
        assert!(beside.agree("t", None).await.unwrap().is_empty());
        assert!(working.of("s").await.unwrap().iter().all(|pin| pin.standing() == PinStanding::Agreed));
    }
}
