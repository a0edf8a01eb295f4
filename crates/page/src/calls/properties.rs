//! What can be asked.

use playproof::{PROPERTIES, Playproof, Property};
use playproof_report::english;
use serde_json::{Value, json};

use crate::host::Host;
use crate::problem::Problem;
use crate::request::Request;

/// Questions that are asked most, with what each is about in a few words.
const USUAL: [(&str, &str); 8] = [
    ("solvable", "It can be won"),
    ("unlosable", "Nobody can get stuck"),
    ("softlock-free", "Nobody is stuck without knowing it"),
    ("unique", "There is one way to win"),
    ("alternatives >= 2", "There are two ways to win"),
    ("shortest >= 10", "It takes ten moves at least"),
    ("shortest <= 50", "It can be won in fifty moves"),
    ("unsolvable", "It cannot be won"),
];

/// The forms of properties, and some to begin with.
pub fn properties(_: &Host, _: &Request) -> Result<Value, Problem> {
    let forms = PROPERTIES.iter();
    let forms = forms.map(|entry| json!({ "form": entry.name, "about": entry.summary }));
    let usual = USUAL.iter().map(|(text, about)| {
        let property = Playproof::property(text);
        json!({
            "property": text,
            "about": about,
            "question": property.map(|property| english(&property)).ok(),
        })
    });
    Ok(json!({
        "forms": forms.collect::<Vec<_>>(),
        "usual": usual.collect::<Vec<_>>(),
    }))
}

/// Whether a text is a property, and what it asks.
pub fn property(_: &Host, request: &Request) -> Result<Value, Problem> {
    let text = request.needed(&request.property, "property")?;
    let property: Property = text.parse()?;
    Ok(json!({
        "property": property.to_string(),
        "question": english(&property),
        "core": property.core(),
    }))
}
