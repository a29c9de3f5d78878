//! Where what Slack sends is taken in: a thread of its own. Whatever the house is busy with, and for however long, a frame
//! does not wait for a worker. It is written down in a file of its own, by nobody else.

use std::io;
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tracing::dispatcher::{Dispatch, get_default, set_default};

pub(super) struct IngestRuntime {
    thread: Handle,
    /// The thread ends when this is dropped, and everything on it.
    _left: Option<oneshot::Sender<()>>,
}

impl IngestRuntime {
    /// Where there can be no such thread, it is the one of the caller.
    pub(super) fn open() -> Self {
        Self::apart().unwrap_or_else(|error| {
            tracing::warn!(%error, "no thread for what Slack sends: while there is much to do, it may wait");
            Self::here()
        })
    }

    /// The thread of the caller.
    pub(super) fn here() -> Self {
        Self { thread: Handle::current(), _left: None }
    }

    fn apart() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let thread = runtime.handle().clone();
        let (left, leaving) = oneshot::channel::<()>();
        let log = get_default(Dispatch::clone);
        thread::Builder::new().name("doorstep".to_owned()).spawn(move || {
            let _heard_by_the_same = set_default(&log);
            // Nobody ever says anything here; the end of it is what is waited for.
            drop(runtime.block_on(leaving));
        })?;
        Ok(Self { thread, _left: Some(left) })
    }

    pub(super) fn thread(&self) -> &Handle {
        &self.thread
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    /// The runtime of this test has one thread, and that is busy.
    #[tokio::test]
    async fn what_is_taken_in_does_not_wait_for_whoever_works() {
        let doorstep = IngestRuntime::open();
        let (say, said) = channel();
        doorstep.thread().spawn(async move {
            tokio::time::sleep(Duration::from_millis(1)).await;
            say.send(thread::current().name().map(str::to_owned)).unwrap();
        });
        assert_eq!(said.recv_timeout(Duration::from_secs(30)).unwrap().as_deref(), Some("doorstep"));
    }

    #[tokio::test]
    async fn everything_on_it_ends_with_it() {
        struct Told(std::sync::mpsc::Sender<()>);
        impl Drop for Told {
            fn drop(&mut self) {
                self.0.send(()).unwrap();
            }
        }
        let doorstep = IngestRuntime::open();
        let (say, said) = channel();
        let told = Told(say);
        doorstep.thread().spawn(async move {
            let _told = told;
            std::future::pending::<()>().await;
        });
        drop(doorstep);
        said.recv_timeout(Duration::from_secs(30)).unwrap();
    }
}
