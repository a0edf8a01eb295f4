//! A page of a run that carries its proof: the certificate, and the checker as a module.
//!
//! The page plays the same numbers as any other. The module makes them anew from the
//! certificate when the page is opened, and the script compares.

use playproof::Sha256;

use super::html::{More, film, page};
use super::scene::Scene;
use super::svg::escaped;
use crate::base64::encoded;

const PANEL: &str = include_str!("page/proof.html");
const STYLE: &str = include_str!("page/proof.css");
const SCRIPT: &str = include_str!("page/proof.js");

/// What the page carries, both packed by gzip.
pub struct Carried<'a> {
    /// The certificate.
    pub certificate: &'a [u8],
    /// The name of the file that it is saved as.
    pub name: &'a str,
    /// The module that checks it.
    pub module: &'a [u8],
}

/// What the page plays, all of which the module makes anew: a heading is only a name.
pub fn proof_film(scene: &Scene, delay: Option<u32>) -> serde_json::Value {
    let mut film = film(scene, delay);
    if let Some(film) = film.as_object_mut() {
        film.remove("title");
    }
    film
}

/// The page.
pub fn proof_html(scene: &Scene, delay: Option<u32>, carried: &Carried) -> String {
    let element = |id: &str, name: &str, bytes: &[u8]| {
        format!(
            "<script id=\"{id}\" type=\"application/octet-stream\" data-name=\"{}\">{}</script>\n",
            escaped(name),
            encoded(bytes)
        )
    };
    let carried = element("certificate", carried.name, carried.certificate)
        + &element("module", "", carried.module);
    let more = More {
        data: proof_film(scene, delay).to_string(),
        style: STYLE,
        script: SCRIPT,
        panel: PANEL,
        carried,
        policy: Some(policy),
        ..More::default()
    };
    page(scene, &more)
}

/// The page runs its own script and nothing else, and fetches nothing.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| {
        let mut hash = Sha256::new();
        hash.update(text.as_bytes());
        format!("'sha256-{}'", encoded(&hash.finish()))
    };
    let (style, script) = (hash(style), hash(script));
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src {style}; script-src {script} 'wasm-unsafe-eval'; worker-src blob:; \
         base-uri 'none'; form-action 'none'\">\n"
    )
}
