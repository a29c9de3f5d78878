//! The audit, opened to look: read from its beginning to its end, while somebody else may be adding to it. Writes nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{StoreError, Vault};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use crate::audit::{Flaw, Link, Verified};
use crate::audit_head::{AuditHead, Ends};
use crate::store::unreachable;
use crate::{OpenError, StorePaths};

/// How many records are in memory at a time.
const PAGE: i64 = 1000;

pub struct Ledger {
    connection: SqliteConnection,
    head: AuditHead,
    log: PathBuf,
    company: Company,
}

/// Who else has the database open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Company {
    Nobody,
    Somebody,
}

impl Company {
    /// Whoever works with it keeps a log beside it, and takes that away at the end.
    fn by(log: &Path) -> Self {
        if log.exists() { Self::Somebody } else { Self::Nobody }
    }
}

/// One record, as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub number: i64,
    /// The hash of the record that stands before it; empty for the first.
    pub previous: String,
    /// The record in its canonical form: what was hashed.
    pub record: String,
    pub hash: String,
    pub holds: Holds,
}

/// Whether a record follows from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Yes,
    No,
}

/// A thread that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parked {
    pub thread: String,
    pub why: String,
}

/// The threads that cannot go on; none where nobody has worked yet.
pub async fn parked(place: &StorePaths) -> Result<Vec<Parked>, OpenError> {
    if !place.database.exists() {
        return Ok(Vec::new());
    }
    let company = Company::by(&PathBuf::from(format!("{}-wal", place.database.display())));
    let mut connection = look(place, company).await?;
    let cannot = |error: sqlx::Error| cannot_look(place, &error);
    // An older version did not write it down.
    let known: Option<(i64,)> =
        sqlx::query_as("SELECT 1 FROM pragma_table_info('lanes') WHERE name = 'parked'")
            .fetch_optional(&mut connection)
            .await
            .map_err(cannot)?;
    if known.is_none() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT thread, parked FROM lanes WHERE parked IS NOT NULL ORDER BY thread")
            .fetch_all(&mut connection)
            .await
            .map_err(cannot)?;
    Ok(rows.into_iter().map(|(thread, why)| Parked { thread, why }).collect())
}

async fn look(place: &StorePaths, company: Company) -> Result<SqliteConnection, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(&place.database)
        .read_only(true)
        // Where nobody has to be agreed with, not even files to agree by are made.
        .immutable(company == Company::Nobody)
        .busy_timeout(Duration::from_secs(10));
    options.connect().await.map_err(|error| cannot_look(place, &error))
}

fn cannot_look(place: &StorePaths, error: &sqlx::Error) -> OpenError {
    OpenError::Unreachable { path: place.database.display().to_string(), why: error.to_string() }
}

impl Ledger {
    /// Whatever state it is in, and whichever version made it.
    pub async fn open(place: &StorePaths, vault: Arc<dyn Vault>) -> Result<Self, OpenError> {
        let log = PathBuf::from(format!("{}-wal", place.database.display()));
        let company = Company::by(&log);
        let connection = look(place, company).await?;
        Ok(Self { connection, head: AuditHead::new(place.audit_head.clone(), vault), log, company })
    }

    pub fn read(&mut self) -> Reading<'_> {
        Reading {
            ledger: self,
            last: Link::default(),
            page: Vec::new().into_iter(),
            sound: 0,
            flaw: None,
            end: End::Ahead,
        }
    }

    /// Walks the whole chain and compares its end with the sealed head.
    pub async fn verify(&mut self) -> Result<Verified, StoreError> {
        let mut reading = self.read();
        while reading.next().await?.is_some() {}
        Ok(reading.verified())
    }

    pub async fn close(self) -> Result<(), StoreError> {
        self.connection.close().await.map_err(unreachable)
    }

    async fn page_after(&mut self, number: i64) -> Result<Vec<Row>, StoreError> {
        // Whoever changed one may have changed its type as well.
        sqlx::query_as(
            "SELECT number, CAST(record AS BLOB), CAST(hash AS BLOB) FROM audit WHERE number > $1 \
             ORDER BY number LIMIT $2",
        )
        .bind(number)
        .bind(PAGE)
        .fetch_all(&mut self.connection)
        .await
        .map_err(unreachable)
    }

    /// What was read as if nobody changed it holds only if nobody came.
    fn is_undisturbed(&self) -> Result<(), StoreError> {
        if self.company == Company::by(&self.log) || self.company == Company::Somebody {
            return Ok(());
        }
        Err(StoreError::Unreachable("the product was started meanwhile. Look again".to_owned()))
    }

    /// It may be met while it is being written.
    async fn sealed(&self) -> Result<Option<Ends>, String> {
        for _ in 0..3 {
            if let Ok(ends) = self.head.read() {
                return Ok(ends);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.head.read()
    }
}

type Row = (i64, Vec<u8>, Vec<u8>);

/// A walk along the chain. It goes on after a flaw, and remembers the first.
pub struct Reading<'a> {
    ledger: &'a mut Ledger,
    /// The record that was read last, as it stands.
    last: Link,
    page: std::vec::IntoIter<Row>,
    /// How many hold together.
    sound: i64,
    flaw: Option<Flaw>,
    end: End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Ahead,
    /// What the head says, if it says anything.
    Reached(Option<Link>),
}

impl Reading<'_> {
    /// The next record; nothing once the end has been compared with the sealed head.
    pub async fn next(&mut self) -> Result<Option<Line>, StoreError> {
        loop {
            if let Some(row) = self.page.next() {
                return Ok(Some(self.line(row)));
            }
            if self.end != End::Ahead {
                return Ok(None);
            }
            self.page = self.ledger.page_after(self.last.number).await?.into_iter();
            if self.page.len() == 0 {
                self.reach_end().await?;
            }
        }
    }

    /// What was found, as far as it was read.
    pub fn verified(self) -> Verified {
        let sealed = match self.end {
            End::Ahead => None,
            End::Reached(sealed) => sealed,
        };
        Verified { records: self.sound, flaw: self.flaw, sealed }
    }

    fn line(&mut self, (number, record, hash): Row) -> Line {
        let expected = self.last.next(&record);
        let record = String::from_utf8_lossy(&record).into_owned();
        let stands = Link { number, hash: String::from_utf8_lossy(&hash).into_owned() };
        let flaw = if number != expected.number {
            Some(Flaw::Missing { expected: expected.number, found: number })
        } else if stands.hash != expected.hash {
            Some(Flaw::Changed(number))
        } else {
            None
        };
        let holds = if flaw.is_none() { Holds::Yes } else { Holds::No };
        self.flaw = self.flaw.take().or(flaw);
        if self.flaw.is_none() {
            self.sound = number;
        }
        let previous = std::mem::replace(&mut self.last, stands.clone()).hash;
        Line { number, previous, record, hash: stands.hash, holds }
    }

    /// Compares with the head, or reads on: what it says is committed has been committed before it says so.
    async fn reach_end(&mut self) -> Result<(), StoreError> {
        self.ledger.is_undisturbed()?;
        let sealed = self.ledger.sealed().await;
        let flaw = Flaw::of_end(&self.last, &sealed);
        let ends = sealed.ok().flatten();
        if flaw.is_some() && ends.as_ref().is_some_and(|ends| ends.committed.number > self.last.number) {
            self.page = self.ledger.page_after(self.last.number).await?.into_iter();
            if self.page.len() > 0 {
                return Ok(());
            }
        }
        let announced = ends.as_ref().and_then(|ends| ends.announced.clone());
        let end = announced.filter(|announced| *announced == self.last);
        self.end = End::Reached(end.or(ends.map(|ends| ends.committed)));
        self.flaw = self.flaw.take().or(flaw);
        Ok(())
    }
}
