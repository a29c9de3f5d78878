//! One statement within a part of the transaction.

use kernel::ports::StoreError;
use sqlx::sqlite::SqliteRow;
use sqlx::{Encode, FromRow, Sqlite, Type};

use crate::binding::Binding;
use crate::store::unreachable;
use crate::writer::WriterPart;

/// With a `$1`, `$2`, … or a `?` for every value, which are bound in that order. How many rows it changed cannot be asked: what is
/// said before it counts as well. Another one behind it has to say so (`SELECT … WHERE changes() > 0`). It could itself
/// (`RETURNING`), but then the database makes a table for what it says, and a copy of every page it changes.
pub(crate) struct Statement<'a> {
    part: &'a mut WriterPart,
    words: &'static str,
    values: Binding,
}

impl<'a> Statement<'a> {
    pub(crate) fn new(part: &'a mut WriterPart, words: &'static str) -> Self {
        Self { part, words, values: Binding::default() }
    }

    pub(crate) fn bind<'t>(mut self, value: impl Encode<'t, Sqlite> + Type<Sqlite>) -> Self {
        self.values.add(value);
        self
    }

    pub(crate) async fn run(self) -> Result<(), StoreError> {
        let values = self.values.values()?;
        let (words, connection) = self.part.say(self.words);
        sqlx::query_with(words, values).execute(connection).await.map(drop).map_err(unreachable)
    }

    pub(crate) async fn row<T>(self) -> Result<Option<T>, StoreError>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        self.raw_row().await?.map(|row| T::from_row(&row)).transpose().map_err(unreachable)
    }

    pub(crate) async fn raw_row(self) -> Result<Option<SqliteRow>, StoreError> {
        let values = self.values.values()?;
        let (words, connection) = self.part.say(self.words);
        sqlx::query_with(words, values).fetch_optional(connection).await.map_err(unreachable)
    }

    pub(crate) async fn rows<T>(self) -> Result<Vec<T>, StoreError>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let values = self.values.values()?;
        let (words, connection) = self.part.say(self.words);
        sqlx::query_as_with(words, values).fetch_all(connection).await.map_err(unreachable)
    }
}
