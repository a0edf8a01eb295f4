//! Every object is what `docs/report.schema.json` says. The few words of JSON
//! Schema used there are interpreted here, and any other word is refused.

use serde_json::Value;

use crate::support::{OPEN, Sandbox, WALLED};

fn check(schema: &Value, value: &Value, at: &str) {
    for (word, rule) in schema.as_object().unwrap() {
        match word.as_str() {
            "$schema" | "title" | "description" => {}
            "const" => assert_eq!(value, rule, "{at}"),
            "enum" => assert!(rule.as_array().unwrap().contains(value), "{at}: {value}"),
            "type" => {
                let is_type = |name: &Value| is(value, name.as_str().unwrap());
                let is_one = match rule {
                    Value::Array(names) => names.iter().any(is_type),
                    name => is_type(name),
                };
                assert!(is_one, "{at}: {value} is no {rule}");
            }
            "minimum" => {
                let n = value.as_f64();
                assert!(
                    n.is_none_or(|n| n >= rule.as_f64().unwrap()),
                    "{at}: {value}"
                );
            }
            "required" => {
                let names = rule.as_array().unwrap().iter();
                names.for_each(|n| assert!(value.get(n.as_str().unwrap()).is_some(), "{n}"));
            }
            "items" => {
                let items = value.as_array().unwrap();
                items.iter().for_each(|item| check(rule, item, at));
            }
            "properties" | "additionalProperties" => {}
            other => panic!("the schema says {other}, which this test does not know"),
        }
    }
    if let Some(object) = value.as_object() {
        for (name, value) in object {
            let own = schema["properties"].get(name);
            match own.unwrap_or(&schema["additionalProperties"]) {
                Value::Bool(false) => panic!("{at} has {name}"),
                rule => check(rule, value, name),
            }
        }
    }
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        other => panic!("the schema says {other}, which this test does not know"),
    }
}

#[test]
fn every_object_fits_the_schema() {
    let text = include_str!("../../../../docs/report.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let levels = format!("; titled\n{OPEN}\n{WALLED}\n11111\n1AG1\n");
    let sandbox = Sandbox::new(&[("levels.txt", &levels)]);
    let mut said = vec![
        sandbox.run(&[
            "verify",
            "levels.txt",
            "--format",
            "json",
            "--cert",
            "certs",
        ]),
        sandbox.run(&[
            "verify",
            "levels.txt",
            "--format",
            "json",
            "-p",
            "never at(3, 2)",
            "--max-states",
            "1",
        ]),
        sandbox.run(&[
            "verify",
            "levels.txt",
            "--format",
            "json",
            "--timeout",
            "1e-9",
        ]),
    ];
    let mut cut = sandbox.read("certs/levels-1-solvable.cert");
    cut.pop();
    sandbox.write("cut.cert", &cut);
    for args in [
        &["check", "certs/levels-1-solvable.cert", "--format", "json"][..],
        &[
            "check",
            "certs/levels-2-solvable.cert",
            "levels.txt",
            "--format",
            "json",
        ],
        &["check", "cut.cert", "--format", "json"],
    ] {
        said.push(sandbox.run(args));
    }
    let objects: Vec<Value> = said.iter().flat_map(|s| s.objects()).collect();
    assert_eq!(objects.len(), 12);
    objects
        .iter()
        .for_each(|object| check(&schema, object, "result"));
    let warnings = objects.iter().filter(|o| o["warnings"][0].is_string());
    assert_eq!(warnings.count(), 3);
}
