//! The values of statements, in their order.

use kernel::ports::StoreError;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments as _, Encode, Sqlite, Type};

/// The first that cannot be bound is told when the statements are run.
pub(crate) struct Binding(Result<SqliteArguments, BoxDynError>);

impl Default for Binding {
    fn default() -> Self {
        Self(Ok(SqliteArguments::default()))
    }
}

impl Binding {
    pub(crate) fn add<'t>(&mut self, value: impl Encode<'t, Sqlite> + Type<Sqlite>) {
        if let Ok(values) = &mut self.0
            && let Err(error) = values.add(value)
        {
            self.0 = Err(error);
        }
    }

    pub(crate) fn values(self) -> Result<SqliteArguments, StoreError> {
        self.0.map_err(|error| StoreError::Unreachable(error.to_string()))
    }
}
