//! The main database and the inbox file compare what they know of each other when they are opened.

use sqlx::{Connection as _, SqliteConnection};

type Before = (i64, String, String, String, i64, Option<i64>);

/// What an earlier version wrote into the main. Whenever this ends before it is done, it is done the next time.
pub(super) async fn carry_over(
    main: &mut SqliteConnection,
    inbox: &mut SqliteConnection,
) -> sqlx::Result<()> {
    while number("SELECT count(*) FROM (SELECT 1 FROM inbound_before LIMIT 1)", main).await? > 0 {
        let query = "SELECT id, key, source, raw, at, settled FROM inbound_before ORDER BY id LIMIT 500";
        let some: Vec<Before> = sqlx::query_as(query).fetch_all(&mut *main).await?;
        let Some(last) = some.last().map(|row| row.0) else { return Ok(()) };
        let mut carried = inbox.begin().await?;
        for (id, key, source, raw, at, settled) in some {
            sqlx::query(
                "INSERT INTO inbound (id, key, source, raw, at, settled) VALUES (?, ?, ?, ?, ?, ?) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .bind(key)
            .bind(source)
            .bind(raw)
            .bind(at)
            .bind(settled)
            .execute(&mut *carried)
            .await?;
        }
        carried.commit().await?;
        sqlx::query("DELETE FROM inbound_before WHERE id <= ?").bind(last).execute(&mut *main).await?;
    }
    Ok(())
}

async fn number(query: &'static str, connection: &mut SqliteConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar(query).fetch_one(connection).await
}

/// A lost inbox file gives its numbers anew, so the rows of the main database would be about other arrivals.
pub(super) async fn forget_the_lost(
    main: &mut SqliteConnection,
    inbox: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let newest = number("SELECT coalesce(max(id), 0) FROM inbound", inbox).await?;
    if number("SELECT coalesce(max(id), 0) FROM settled", main).await? <= newest {
        return Ok(());
    }
    sqlx::query("DELETE FROM settled WHERE id > ?").bind(newest).execute(main).await.map(drop)
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;

    use super::super::migrator;
    use super::*;
    use crate::store;

    async fn two_files() -> (SqliteConnection, SqliteConnection) {
        let mut main = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let mut inbox = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let before = store::migrator().migrations[..15].to_vec();
        Migrator { migrations: before.into(), ..Migrator::DEFAULT }.run(&mut main).await.unwrap();
        migrator().run(&mut inbox).await.unwrap();
        (main, inbox)
    }

    async fn do_all(statements: &[&'static str], connection: &mut SqliteConnection) {
        for statement in statements {
            sqlx::query(*statement).execute(&mut *connection).await.unwrap();
        }
    }

    #[tokio::test]
    async fn what_lay_in_the_house_before_there_was_a_door_is_carried_there_once() {
        let (mut main, mut inbox) = two_files().await;
        let kept = "INSERT INTO inbound (id, key, source, raw, at, settled) VALUES \
             (7, 'slack/Ev1', 'slack', '', 5, 6), (9, 'slack/Ev2', 'slack', '{\"a\":1}', 8, NULL)";
        do_all(&[kept], &mut main).await;
        store::migrator().run(&mut main).await.unwrap();
        // The last time it ended in the middle.
        let carried = "INSERT INTO inbound (id, key, source, raw, at, settled) VALUES \
             (7, 'slack/Ev1', 'slack', '', 5, 6)";
        do_all(&[carried], &mut inbox).await;
        carry_over(&mut main, &mut inbox).await.unwrap();
        let query = "SELECT id, key, source, raw, at, settled FROM inbound ORDER BY id";
        let there: Vec<Before> = sqlx::query_as(query).fetch_all(&mut inbox).await.unwrap();
        let row = |id, key: &str, raw: &str, at, settled| {
            (id, key.to_owned(), "slack".to_owned(), raw.to_owned(), at, settled)
        };
        assert_eq!(there, [row(7, "slack/Ev1", "", 5, Some(6)), row(9, "slack/Ev2", r#"{"a":1}"#, 8, None)]);
        let query = "SELECT count(*) FROM inbound_before";
        let left: i64 = sqlx::query_scalar(query).fetch_one(&mut main).await.unwrap();
        assert_eq!(left, 0);
    }

    #[tokio::test]
    async fn what_the_house_knows_of_a_door_that_was_lost_is_not_said_of_another() {
        let (mut main, mut inbox) = two_files().await;
        store::migrator().run(&mut main).await.unwrap();
        do_all(&["INSERT INTO settled (id, at) VALUES (1, 5), (2, 5), (3, 5)"], &mut main).await;
        let first = "INSERT INTO inbound (id, key, source, raw, at) VALUES (1, 'k', 's', 'r', 5)";
        do_all(&[first], &mut inbox).await;
        forget_the_lost(&mut main, &mut inbox).await.unwrap();
        let query = "SELECT id FROM settled";
        let known: Vec<i64> = sqlx::query_scalar(query).fetch_all(&mut main).await.unwrap();
        assert_eq!(known, [1]);
    }
}
