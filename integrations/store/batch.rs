//! Statements of which nobody waits for a single one: they go to the database together, which saves the way there and back
//! for each of them.

use kernel::ports::StoreError;
use sqlx::{AssertSqlSafe, Encode, Sqlite, Type};

use crate::binding::Binding;
use crate::store::unreachable;
use crate::writer::WriterPart;

/// The database keeps what it made of a text it may hear again. A longer one is hardly ever said twice, and what is made of
/// it is large.
const MANY: usize = 32;

#[derive(Default)]
pub(crate) struct Batch {
    statements: String,
    count: usize,
    values: Binding,
    /// Somebody waits for the next timer, and is to look again once this is committed.
    pub(crate) sets_timer: bool,
}

impl Batch {
    /// With a `?` in the place of every value, which are then bound one after the other.
    pub(crate) fn add(&mut self, statement: &'static str) -> Values<'_> {
        self.statements.push_str(statement);
        self.statements.push(';');
        self.count += 1;
        Values(self)
    }

    /// Runs them in their order; the first that fails ends it. The rows they gave back, which are single words.
    pub(crate) async fn run(self, part: &mut WriterPart) -> Result<Vec<String>, StoreError> {
        if self.statements.is_empty() {
            return Ok(Vec::new());
        }
        let values = self.values.values()?;
        // Put together of statements that stand in this program.
        let (statements, connection) = part.say(AssertSqlSafe(self.statements));
        let query = sqlx::query_scalar_with(statements, values).persistent(self.count <= MANY);
        query.fetch_all(connection).await.map_err(unreachable)
    }
}

pub(crate) struct Values<'a>(&'a mut Batch);

impl Values<'_> {
    pub(crate) fn bind<'t>(self, value: impl Encode<'t, Sqlite> + Type<Sqlite>) -> Self {
        self.0.values.add(value);
        self
    }
}
