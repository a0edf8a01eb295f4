//! `playproof studio`: the page on this machine.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use playproof_studio::{Settings, Studio, export, open_browser};

use crate::args::StudioArgs;
use crate::console;
use crate::status::Status;

/// Serves the page until Ctrl-C, or writes it into a folder. Errors are those of writing to
/// standard output.
pub fn run(args: &StudioArgs) -> io::Result<Status> {
    match &args.export {
        Some(folder) => write(folder),
        None => serve(args),
    }
}

fn refused(message: &str) -> io::Result<Status> {
    console::error(message);
    Ok(Status::BadInput)
}

fn write(folder: &Path) -> io::Result<Status> {
    let name = folder.display();
    match export(folder) {
        Ok(exported) => {
            let (n_files, n_bytes) = (exported.n_files, exported.n_bytes);
            console::print(&format!(
                "{name}: the page, {n_files} files, {n_bytes} bytes\n"
            ))?;
            Ok(Status::Fine)
        }
        Err(error) => refused(&format!("cannot write {name}: {error}")),
    }
}

fn serve(args: &StudioArgs) -> io::Result<Status> {
    let is_remote = !args.address.is_loopback();
    if is_remote && !args.allow_remote {
        let address = args.address;
        let message = format!("other machines reach {address}; add --allow-remote if they should");
        return refused(&message);
    }
    let settings = Settings {
        folder: args.folder.clone(),
        address: SocketAddr::new(args.address, args.port),
        threads: args.threads(),
    };
    if !settings.folder.is_dir() {
        return refused(&format!("{} is no folder", settings.folder.display()));
    }
    let studio = match Studio::open(&settings) {
        Ok(studio) => studio,
        Err(error) => {
            let message = format!("cannot listen at {}: {error}", settings.address);
            return refused(&message);
        }
    };
    if is_remote {
        console::warn(
            "this is plain HTTP: anybody on the network can read the levels and the token",
        );
    }
    let url = studio.url();
    console::print(&format!("studio: {url}\n"))?;
    if !args.no_open && open_browser(&url).is_err() {
        console::warn("no browser could be opened; open the address yourself");
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    // Where no handler can be installed, Ctrl-C ends the program as it would any other.
    let _ = ctrlc::set_handler(move || over.store(true, Ordering::Relaxed));
    match studio.run(|| is_over.load(Ordering::Relaxed)) {
        Ok(()) => Ok(Status::Cancelled),
        Err(error) => refused(&format!("the server failed: {error}")),
    }
}
