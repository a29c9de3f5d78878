//! The vault through its port, and its refusals to start.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use kernel::ports::{Vault, VaultError};
use tempfile::TempDir;

use crate::{KeySource, SealedVault, VaultStartError};

struct House {
    place: TempDir,
}

impl House {
    fn new() -> Self {
        Self { place: tempfile::tempdir().unwrap() }
    }

    fn vault(&self) -> PathBuf {
        self.place.path().join("vault")
    }

    fn key(&self) -> PathBuf {
        self.place.path().join("keys/vault.key")
    }

    async fn open(&self) -> Result<SealedVault, VaultStartError> {
        SealedVault::open(self.vault(), KeySource::File(self.key())).await
    }

    fn sealed_files(&self) -> Vec<PathBuf> {
        let mut files: Vec<_> =
            fs::read_dir(self.vault()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn what_is_put_in_comes_out_also_after_a_restart() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    vault.put("grant/T1/U1", b"first").await.unwrap();
    vault.put("grant/T1/U1", b"second").await.unwrap();
    vault.put("grant/T1/U2", b"").await.unwrap();
    vault.put("audit/head", b"h").await.unwrap();

    let vault = house.open().await.unwrap();
    assert_eq!(vault.get("grant/T1/U1").await.unwrap().as_deref(), Some(b"second".as_slice()));
    assert_eq!(vault.get("grant/T1/U2").await.unwrap().as_deref(), Some(b"".as_slice()));
    assert_eq!(vault.get("grant/T9/U9").await.unwrap(), None);
    assert_eq!(vault.names("grant/").await.unwrap(), ["grant/T1/U1", "grant/T1/U2"]);

    vault.remove("grant/T1/U1").await.unwrap();
    vault.remove("grant/T1/U1").await.unwrap();
    assert_eq!(vault.get("grant/T1/U1").await.unwrap(), None);
    assert_eq!(vault.names("").await.unwrap(), ["audit/head", "grant/T1/U2"]);
}

#[tokio::test]
async fn no_name_or_value_can_be_read_off_the_disk() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    vault.put("../../grant/ana@example.com", b"refresh-token-of-ana").await.unwrap();
    let files = house.sealed_files();
    assert_eq!(files.len(), 1);
    let bytes = fs::read(&files[0]).unwrap();
    assert!(!files[0].display().to_string().contains("ana@"));
    for words in [b"refresh-token".as_slice(), b"ana@example.com"] {
        assert!(!bytes.windows(words.len()).any(|window| window == words));
    }
}

#[tokio::test]
async fn a_sealed_file_moved_to_another_name_does_not_open() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    vault.put("mine", b"mine").await.unwrap();
    let mine = house.sealed_files().remove(0);
    vault.put("yours", b"yours").await.unwrap();
    let yours = house.sealed_files().into_iter().find(|path| *path != mine).unwrap();
    fs::copy(&mine, &yours).unwrap();
    assert_eq!(vault.get("yours").await, Err(VaultError::Sealed("yours".to_owned())));
    assert_eq!(vault.get("mine").await.unwrap().as_deref(), Some(b"mine".as_slice()));
    let later = house.open().await.unwrap();
    assert_eq!(later.names("").await.unwrap(), ["mine"], "the next start does not believe it either");
}

#[tokio::test]
async fn a_change_of_any_byte_is_noticed() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    vault.put("name", b"value").await.unwrap();
    let path = house.sealed_files().remove(0);
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert_eq!(vault.get("name").await, Err(VaultError::Sealed("name".to_owned())), "byte {place}");
        fs::write(&path, &whole[..place]).unwrap();
        assert_eq!(vault.get("name").await, Err(VaultError::Sealed("name".to_owned())), "cut at {place}");
    }
}

#[tokio::test]
async fn another_key_is_refused_at_the_start() {
    let house = House::new();
    house.open().await.unwrap().put("name", b"value").await.unwrap();
    fs::write(house.key(), "ab".repeat(32)).unwrap();
    let refused = house.open().await.unwrap_err();
    assert_eq!(refused, VaultStartError::WrongKey(house.vault()));
    assert!(refused.to_string().contains("Restore the key file or start anew"), "{refused}");
}

#[tokio::test]
async fn a_lost_key_is_not_replaced_beside_sealed_files() {
    let house = House::new();
    house.open().await.unwrap().put("name", b"value").await.unwrap();
    fs::remove_file(house.key()).unwrap();
    let refused = house.open().await.unwrap_err();
    assert!(matches!(refused, VaultStartError::KeyLost { .. }), "{refused}");
    assert!(!house.key().exists());
}

#[tokio::test]
async fn one_damaged_file_does_not_keep_the_vault_shut() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    for name in ["a", "b", "c"] {
        vault.put(name, b"value").await.unwrap();
    }
    fs::write(&house.sealed_files()[0], b"damage").unwrap();
    assert_eq!(house.open().await.unwrap().names("").await.unwrap().len(), 2);
}

#[tokio::test]
async fn only_the_owner_reads_key_and_files() {
    let house = House::new();
    house.open().await.unwrap().put("name", b"value").await.unwrap();
    assert_eq!(mode(&house.key()), 0o600);
    assert_eq!(mode(house.key().parent().unwrap()), 0o700);
    assert_eq!(mode(&house.vault()), 0o700);
    assert_eq!(mode(&house.sealed_files()[0]), 0o600);

    for exposed in [0o644, 0o640, 0o620] {
        fs::set_permissions(house.key(), Permissions::from_mode(exposed)).unwrap();
        let refused = house.open().await.unwrap_err();
        assert!(refused.to_string().contains("chmod 600"), "{refused}");
    }
    fs::set_permissions(house.key(), Permissions::from_mode(0o400)).unwrap();
    house.open().await.unwrap();
}

#[tokio::test]
async fn a_key_of_the_wrong_length_is_refused() {
    let house = House::new();
    house.open().await.unwrap();
    for wrong in [String::new(), "ab".repeat(31), "ab".repeat(33), "zz".repeat(32)] {
        fs::write(house.key(), &wrong).unwrap();
        let refused = house.open().await.unwrap_err();
        assert!(matches!(refused, VaultStartError::KeyMalformed { .. }), "{wrong:?}: {refused}");
    }
}

#[tokio::test]
async fn a_key_file_that_others_provide_is_never_made() {
    let house = House::new();
    let refused = SealedVault::open(house.vault(), KeySource::ExistingFile(house.key())).await.unwrap_err();
    assert_eq!(refused, VaultStartError::KeyMissing(house.key()));
    assert!(!house.key().exists());
}

#[tokio::test]
async fn what_a_crash_left_half_written_is_ignored() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    vault.put("name", b"value").await.unwrap();
    let half = house.sealed_files()[0].with_extension("0011223344556677.unfinished");
    fs::write(&half, b"half").unwrap();
    let vault = house.open().await.unwrap();
    assert_eq!(vault.names("").await.unwrap(), ["name"]);
    assert_eq!(vault.get("name").await.unwrap().as_deref(), Some(b"value".as_slice()));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_puts_at_once_one_stands_whole() {
    let house = House::new();
    let vault = house.open().await.unwrap();
    let mut puts = tokio::task::JoinSet::new();
    for number in 0..50_u8 {
        let vault = vault.clone();
        puts.spawn(async move {
            vault.put("same", &[number; 1000]).await.unwrap();
            vault.put(&format!("own/{number:02}"), &[number]).await.unwrap();
        });
    }
    while let Some(put) = puts.join_next().await {
        put.unwrap();
    }
    let stands = vault.get("same").await.unwrap().unwrap();
    assert_eq!(stands.len(), 1000);
    assert!(stands.iter().all(|byte| *byte == stands[0]));
    assert_eq!(vault.names("own/").await.unwrap().len(), 50);
    assert_eq!(house.sealed_files().len(), 51);
}

#[tokio::test]
async fn a_fingerprint_depends_on_words_and_key_and_on_nothing_else() {
    let (house, other) = (House::new(), House::new());
    let vault = house.open().await.unwrap();
    assert_eq!(vault.sign(b"words"), house.open().await.unwrap().sign(b"words"));
    assert_ne!(vault.sign(b"words"), vault.sign(b"word"));
    assert_ne!(vault.sign(b"words"), other.open().await.unwrap().sign(b"words"));
}

#[tokio::test]
#[ignore = "asks the system keyring, which may open a dialog"]
async fn a_keyring_that_is_not_there_is_named_with_the_way_out() {
    let house = House::new();
    let source = KeySource::Keyring { service: "countersign-test".to_owned(), user: "nobody".to_owned() };
    match SealedVault::open(house.vault(), source).await {
        Err(refused) => assert!(refused.to_string().contains("name a key file instead"), "{refused}"),
        Ok(_) => keyring::Entry::new("countersign-test", "nobody").unwrap().delete_credential().unwrap(),
    }
}

#[tokio::test]
async fn looking_makes_no_key_and_writes_nothing() {
    let house = House::new();
    let look = || SealedVault::inspect(house.vault(), KeySource::File(house.key()));
    assert!(look().await.is_err());
    assert!(!house.key().exists() && !house.vault().exists());

    let vault = house.open().await.unwrap();
    vault.put("grant/T1/U1", b"first").await.unwrap();
    let before = fs::metadata(house.vault()).unwrap().modified().unwrap();
    let looking = look().await.unwrap();
    assert_eq!(looking.get("grant/T1/U1").await.unwrap().as_deref(), Some(b"first".as_slice()));
    assert_eq!(looking.sign(b"words"), vault.sign(b"words"));
    assert_eq!(fs::metadata(house.vault()).unwrap().modified().unwrap(), before);
}
