//! Standard output or a file, and the file's name only once all of it is there.

use crate::failure::{Failure, OWN_FAULT};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the answers go. A file is written under a name of its own beside its place: whoever finds
/// the name that was asked for finds a whole file, and a batch may replace its own input.
pub struct OutputFile {
    /// `None` for standard output.
    path: Option<PathBuf>,
    /// The name that the file has until it is kept.
    temporary: Option<PathBuf>,
}

impl OutputFile {
    /// Opens it; `-` is standard output.
    pub fn open(path: &Path) -> Result<(OutputFile, Box<dyn Write + Send>), Failure> {
        if path == Path::new("-") {
            return Ok((OutputFile { path: None, temporary: None }, Box::new(io::stdout())));
        }
        OutputFile::file(path)
            .map_err(|error| Failure::input(format!("{}: {error}", path.to_string_lossy())))
    }

    fn file(path: &Path) -> io::Result<(OutputFile, Box<dyn Write + Send>)> {
        // A link stays one: what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&path).ok();
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            // Devices and pipes are written to, not replaced.
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok((OutputFile { path: Some(path), temporary: None }, Box::new(file)));
        }
        let temporary = temporary(&path)?;
        let file = File::create(&temporary)?;
        let output = OutputFile { path: Some(path), temporary: Some(temporary) };
        if let Some(before) = before {
            file.set_permissions(before.permissions())?;
        }
        Ok((output, Box::new(file)))
    }

    /// True for standard output.
    pub fn is_standard(&self) -> bool {
        self.path.is_none()
    }

    /// Gives the finished file its name.
    pub fn keep(mut self) -> Result<(), Failure> {
        let (Some(path), Some(temporary)) = (&self.path, &self.temporary) else { return Ok(()) };
        fs::rename(temporary, path).map_err(|error| self.failure(&error))?;
        self.temporary = None;
        Ok(())
    }

    /// A fault in writing to it.
    pub fn failure(&self, error: &io::Error) -> Failure {
        let name = self.path.as_ref().map(|path| path.to_string_lossy());
        let name = name.unwrap_or("standard output".into());
        Failure { code: OWN_FAULT, message: format!("{name}: {error}"), place: None }
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // What cannot be removed stays, under a name that nobody asks for.
            let _ = fs::remove_file(temporary);
        }
    }
}

fn temporary(path: &Path) -> io::Result<PathBuf> {
    let nameless = || io::Error::new(io::ErrorKind::InvalidInput, "this names no file");
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or_else(nameless)?);
    name.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(name))
}
