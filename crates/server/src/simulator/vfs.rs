//! A file system for SQLite that fails on demand. It wraps the usual file system of SQLite.
#![allow(
    unsafe_code,
    reason = "SQLite's file systems are tables of C functions; tests alone have this one"
)]

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};
use std::mem::size_of;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread::yield_now;

use libsqlite3_sys as ffi;
use sqlx::sqlite::SqliteConnectOptions;

/// The planned failures of one folder.
#[derive(Default)]
pub struct DiskFaults {
    state: Mutex<DiskFaultState>,
    open_files: AtomicUsize,
}

/// An operation on a file.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Operation {
    /// The file is opened.
    Open,
    /// Data is read.
    Read,
    /// Data is written or truncated.
    Write,
    /// Written data is synced to the disk.
    Sync,
}

/// Which operations fail.
#[derive(Clone, Debug, Default)]
pub enum FaultPlan {
    /// No operation fails.
    #[default]
    None,
    /// The operations of a kind with these numbers, counted from 0, fail.
    Numbers(Operation, Vec<u64>),
    /// All operations of a kind fail from this number on.
    From(Operation, u64),
    /// All writes fail, because the disk is full.
    Full,
    /// All operations of these kinds fail.
    All(Vec<Operation>),
}

#[derive(Default)]
struct DiskFaultState {
    plan: FaultPlan,
    counts: HashMap<Operation, u64>,
    failures: u64,
    /// The process is gone: its remaining operations reach no file and are not counted.
    is_frozen: bool,
}

/// The number of files of a folder that were open before a connection is opened.
pub struct OpenFiles(Option<(Arc<DiskFaults>, usize)>);

/// The name of this file system in SQLite.
const NAME: &CStr = c"ludoteca-faults";

/// The folders whose files can fail.
static FOLDERS: Mutex<Option<HashMap<PathBuf, Arc<DiskFaults>>>> = Mutex::new(None);

impl DiskFaults {
    /// Registers a folder, so that its files can fail.
    pub fn of(folder: &Path) -> Arc<DiskFaults> {
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(register);
        let faults = Arc::new(DiskFaults::default());
        folders().get_or_insert_default().insert(folder.to_owned(), Arc::clone(&faults));
        faults
    }

    /// Sets which operations fail from now on. They are counted from here.
    pub fn plan(&self, plan: FaultPlan) {
        let mut state = lock(&self.state);
        (state.plan, state.failures) = (plan, 0);
        state.counts.clear();
    }

    /// How many operations have failed since the plan was set.
    pub fn failures(&self) -> u64 {
        lock(&self.state).failures
    }

    /// The process is gone: from now on nothing reaches a file.
    pub fn freeze(&self) {
        lock(&self.state).is_frozen = true;
    }

    /// Ends the freeze once all files are closed, in whatever order. Then another process can
    /// begin.
    pub fn thaw(&self) {
        self.wait_for(0);
        lock(&self.state).is_frozen = false;
    }

    fn wait_for(&self, open_files: usize) {
        while self.open_files.load(Ordering::Acquire) > open_files {
            yield_now();
        }
    }

    fn check(&self, operation: Operation) -> c_int {
        let mut state = lock(&self.state);
        if state.is_frozen {
            return ffi::SQLITE_IOERR;
        }
        let count = state.counts.entry(operation).or_default();
        let number = *count;
        *count += 1;
        let fails = match &state.plan {
            FaultPlan::None => false,
            FaultPlan::Numbers(kind, numbers) => *kind == operation && numbers.contains(&number),
            FaultPlan::From(kind, first) => *kind == operation && number >= *first,
            FaultPlan::Full => operation == Operation::Write,
            FaultPlan::All(kinds) => kinds.contains(&operation),
        };
        if !fails {
            return ffi::SQLITE_OK;
        }
        state.failures += 1;
        match operation {
            Operation::Open => ffi::SQLITE_CANTOPEN,
            Operation::Read => ffi::SQLITE_IOERR_READ,
            Operation::Write if matches!(state.plan, FaultPlan::Full) => ffi::SQLITE_FULL,
            Operation::Write => ffi::SQLITE_IOERR_WRITE,
            Operation::Sync => ffi::SQLITE_IOERR_FSYNC,
        }
    }
}

impl OpenFiles {
    /// Counts the open files of the folder of a file that is about to be opened.
    pub fn of(options: &SqliteConnectOptions) -> OpenFiles {
        let folder = options.get_filename().parent();
        let faults = folder.and_then(|folder| folders().as_ref()?.get(folder).cloned());
        OpenFiles(
            faults.map(|faults| (Arc::clone(&faults), faults.open_files.load(Ordering::Acquire))),
        )
    }

    /// Waits until no more files are open than before.
    pub fn wait(self) {
        if let OpenFiles(Some((faults, open_files))) = self {
            faults.wait_for(open_files);
        }
    }
}

/// Opens a file of this folder with this file system, if the folder is registered.
pub fn use_for(folder: &Path, options: SqliteConnectOptions) -> SqliteConnectOptions {
    let has_faults = folders().as_ref().is_some_and(|folders| folders.contains_key(folder));
    if has_faults { options.vfs(NAME.to_str().expect("it is ASCII")) } else { options }
}

/// The data that we store behind each file of the usual file system.
#[repr(C)]
struct Behind {
    faults: *const DiskFaults,
    usual: *const ffi::sqlite3_io_methods,
}

fn register() {
    // SAFETY: the usual file system exists for ever. Ours is a leaked copy of its table, in which
    // only the size of a file, `xOpen` and `xDelete` differ. Its other functions do not ask which
    // table they were called by.
    unsafe {
        let usual = ffi::sqlite3_vfs_find(std::ptr::null());
        let mut ours = *usual;
        ours.szOsFile = behind(usual) as c_int + size_of::<Behind>() as c_int;
        ours.zName = NAME.as_ptr();
        ours.pNext = std::ptr::null_mut();
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        assert_eq!(ffi::sqlite3_vfs_register(Box::into_raw(Box::new(ours)), 0), ffi::SQLITE_OK);
    }
}

/// The offset of our data in a file: after the data of the usual file system, aligned.
unsafe fn behind(usual: *const ffi::sqlite3_vfs) -> usize {
    // SAFETY: the caller passes a file system that exists.
    unsafe { ((*usual).szOsFile as usize).next_multiple_of(align_of::<Behind>()) }
}

unsafe fn of_file<'a>(file: *mut ffi::sqlite3_file) -> &'a mut Behind {
    // SAFETY: SQLite has made room for `szOsFile` bytes, and `open` has written what is behind the
    // usual file.
    unsafe {
        &mut *file
            .cast::<u8>()
            .add(behind(ffi::sqlite3_vfs_find(std::ptr::null())))
            .cast::<Behind>()
    }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite hands us what it would hand the usual file system, and a file with room for
    // both.
    unsafe {
        let usual = ffi::sqlite3_vfs_find(std::ptr::null());
        let faults = faults_of(name);
        (*file).pMethods = std::ptr::null();
        let refused =
            faults.as_ref().map_or(ffi::SQLITE_OK, |faults| faults.check(Operation::Open));
        if refused != ffi::SQLITE_OK {
            return refused;
        }
        let opened = (*usual).xOpen.expect("it opens files")(usual, name, file, flags, out_flags);
        if let Some(faults) = faults.filter(|_| opened == ffi::SQLITE_OK) {
            faults.open_files.fetch_add(1, Ordering::AcqRel);
            *of_file(file) = Behind { faults: Arc::into_raw(faults), usual: (*file).pMethods };
            (*file).pMethods = methods((*file).pMethods);
        }
        opened
    }
}

unsafe extern "C" fn delete(
    _: *mut ffi::sqlite3_vfs,
    name: *const std::ffi::c_char,
    sync_folder: c_int,
) -> c_int {
    // SAFETY: the call is passed on unchanged.
    unsafe {
        if faults_of(name).is_some_and(|faults| lock(&faults.state).is_frozen) {
            return ffi::SQLITE_IOERR_DELETE;
        }
        let usual = ffi::sqlite3_vfs_find(std::ptr::null());
        (*usual).xDelete.expect("it deletes files")(usual, name, sync_folder)
    }
}

unsafe fn faults_of(name: *const std::ffi::c_char) -> Option<Arc<DiskFaults>> {
    if name.is_null() {
        return None;
    }
    // SAFETY: a name from SQLite ends with a zero.
    let name = unsafe { CStr::from_ptr(name) }.to_str().ok()?;
    folders().as_ref()?.get(Path::new(name).parent()?).cloned()
}

/// The functions of a file, wrapped by ours. There are only a few such tables, and they are kept
/// for ever.
unsafe fn methods(usual: *const ffi::sqlite3_io_methods) -> *const ffi::sqlite3_io_methods {
    static TABLES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    let mut tables = lock(&TABLES);
    if let Some((_, ours)) = tables.iter().find(|(known, _)| *known == usual as usize) {
        return *ours as *const ffi::sqlite3_io_methods;
    }
    // SAFETY: it is the table of a file that was just opened, and a static of SQLite.
    let mut ours = unsafe { *usual };
    ours.xClose = Some(close);
    ours.xRead = Some(read);
    ours.xWrite = Some(write);
    ours.xTruncate = Some(truncate);
    ours.xSync = Some(sync);
    let ours: *const _ = Box::into_raw(Box::new(ours));
    tables.push((usual as usize, ours as usize));
    ours
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: `open` has put an `Arc` there, which is taken out once.
    unsafe {
        let Behind { faults, usual } = std::ptr::read(of_file(file));
        let faults = Arc::from_raw(faults);
        let closed = (*usual).xClose.expect("it closes files")(file);
        faults.open_files.fetch_sub(1, Ordering::AcqRel);
        closed
    }
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    into: *mut c_void,
    amount: c_int,
    at: i64,
) -> c_int {
    // SAFETY: the call is passed on unchanged.
    unsafe {
        or_fail(file, Operation::Read, |usual| {
            usual.xRead.expect("it reads")(file, into, amount, at)
        })
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    amount: c_int,
    at: i64,
) -> c_int {
    // SAFETY: the call is passed on unchanged.
    unsafe {
        or_fail(file, Operation::Write, |usual| {
            usual.xWrite.expect("it writes")(file, from, amount, at)
        })
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: i64) -> c_int {
    // SAFETY: the call is passed on unchanged.
    unsafe {
        or_fail(file, Operation::Write, |usual| usual.xTruncate.expect("it truncates")(file, size))
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: the call is passed on unchanged.
    unsafe { or_fail(file, Operation::Sync, |usual| usual.xSync.expect("it syncs")(file, flags)) }
}

unsafe fn or_fail(
    file: *mut ffi::sqlite3_file,
    operation: Operation,
    usual: impl FnOnce(&ffi::sqlite3_io_methods) -> c_int,
) -> c_int {
    // SAFETY: `open` has put both there, and `close` was not called yet.
    let (faults, methods) = unsafe {
        let behind = of_file(file);
        (&*behind.faults, &*behind.usual)
    };
    match faults.check(operation) {
        ffi::SQLITE_OK => usual(methods),
        failed => failed,
    }
}

fn folders() -> MutexGuard<'static, Option<HashMap<PathBuf, Arc<DiskFaults>>>> {
    lock(&FOLDERS)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
