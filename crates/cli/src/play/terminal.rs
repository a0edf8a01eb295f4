//! The terminal while it is a screen. However the program ends, the user gets
//! back the terminal that was there before.

use std::io::{self, Write};
use std::panic;

use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// A terminal that is a screen until this is dropped.
pub struct Terminal(());

impl Terminal {
    /// Makes the terminal a screen.
    pub fn open() -> io::Result<Terminal> {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            usual(info);
        }));
        enable_raw_mode()?;
        let terminal = Terminal(());
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. Twice does no harm.
pub fn restore() {
    let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}
