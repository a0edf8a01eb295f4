//! The page in the browser that people use.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address in the browser. Whether one is there is not known at once.
pub fn open_browser(url: &str) -> io::Result<()> {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // Not `start`: that is the shell's, which reads `&` in its own way.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Whoever waits for nobody leaves a process that is over and still there.
    std::thread::spawn(move || child.wait());
    Ok(())
}
