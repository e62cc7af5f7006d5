//! Tables that are made by threads, and kept in a folder.

use crate::precompute::{ThreadsAndFolder, cache_folder};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use stickler::precompute::{Parts, Precompute};

/// Two threads and a folder, and what is remarked.
fn noted(folder: PathBuf) -> (ThreadsAndFolder, Arc<Mutex<Vec<String>>>) {
    let remarks: Arc<Mutex<Vec<String>>> = Arc::default();
    let notes = Arc::clone(&remarks);
    let way = ThreadsAndFolder {
        threads: Some(2),
        folder: Some(folder),
        remark: Box::new(move |text| notes.lock().expect("remarks").push(text)),
        ..ThreadsAndFolder::default()
    };
    (way, remarks)
}

#[test]
fn parts_come_in_order() {
    let parts = noted(PathBuf::new()).0.make(100, &|at| vec![at as u64]);
    assert_eq!(parts, (0..100).map(|at| vec![at]).collect::<Parts>());
}

#[test]
fn who_waits_is_told_how_far_it_is() {
    let told: Arc<Mutex<Vec<(usize, usize)>>> = Arc::default();
    let notes = Arc::clone(&told);
    let way = ThreadsAndFolder {
        watch: Box::new(move |made, of| notes.lock().expect("told").push((made, of))),
        ..noted(PathBuf::new()).0
    };
    way.progress(2, 5);
    assert_eq!(*told.lock().expect("told"), [(2, 5)]);
}

#[test]
fn what_is_kept_is_recalled_and_what_is_damaged_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (way, remarks) = noted(folder.path().to_path_buf());
    assert_eq!(way.recall("some", 2, 3), None);
    let parts = vec![vec![1, 2, u64::MAX], vec![4, 5, 6]];
    way.keep("some", &parts);
    assert_eq!(way.recall("some", 2, 3), Some(parts));
    assert_eq!(*remarks.lock().expect("remarks"), [""; 0]);
    let path = folder.path().join("some.table");
    let whole = std::fs::read(&path).expect("a table");
    for broken in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[broken] ^= 1;
        std::fs::write(&path, &bytes).expect("written");
        assert_eq!(way.recall("some", 2, 3), None, "byte {broken}");
        std::fs::write(&path, &whole[..broken]).expect("written");
        assert_eq!(way.recall("some", 2, 3), None, "cut after {broken}");
    }
    assert_eq!(remarks.lock().expect("remarks").len(), 2 * whole.len());
    assert_eq!(
        std::fs::read_dir(&folder).expect("a folder").count(),
        1,
        "nothing half-written is left"
    );
}

#[test]
fn a_folder_that_cannot_be_is_said_and_no_error() {
    let file = tempfile::tempdir().expect("a folder");
    std::fs::write(file.path().join("plain"), "").expect("a file");
    for folder in [
        file.path().join("plain").join("below"),
        PathBuf::from("/proc/none"),
    ] {
        let (way, remarks) = noted(folder);
        way.keep("some", &[vec![1]]);
        let remarks = remarks.lock().expect("remarks");
        assert!(
            remarks[0].contains("not kept for the next time"),
            "{remarks:?}"
        );
    }
}

/// An empty one says nothing.
#[test]
fn tables_are_kept_where_the_variable_says() {
    let folder = |variable: Option<&str>| cache_folder(variable.map(Into::into));
    assert_eq!(folder(Some("off")), None);
    assert_eq!(folder(Some("own/tables")), Some("own/tables".into()));
    assert_eq!(folder(Some("")), folder(None));
    assert!(
        folder(None)
            .is_none_or(|folder| folder.ends_with("stickler") && folder.components().count() > 1)
    );
}
