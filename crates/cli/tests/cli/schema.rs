//! Every object is what `docs/report.schema.json` says, and requirements files
//! are what `docs/requirements.schema.json` says. The few words of JSON Schema
//! used there are interpreted here, and any other word is refused.

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
                let items = value.as_array().into_iter().flatten();
                items.for_each(|item| check(rule, item, at));
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
    let spec = "[[require]]\nname = 'long'\nproperty = 'shortest >= 9'\nseverity = 'warning'\n\
                [[require]]\nname = 'harder'\nproperty = 'difficulty rising'\n";
    sandbox.write("design.toml", spec.as_bytes());
    sandbox.write("falls.txt", format!("{WALLED}\n{OPEN}").as_bytes());
    let args = ["verify", "falls.txt", "--spec", "design.toml"];
    let asked = ["-p", "F win", "-p", "unlosable", "--format", "json"];
    said.push(sandbox.run(&[&args[..], &asked].concat()));
    sandbox.write("board.xsb", b"#####\n#@$.#\n#####\n");
    let solve = ["solve", "board.xsb", "--iterative", "--format", "json"];
    said.push(sandbox.run(&solve));
    let all = ["verify", "board.xsb", "--engine", "all", "--format", "json"];
    said.push(sandbox.run(&all));
    let objects: Vec<Value> = said.iter().flat_map(|s| s.objects()).collect();
    assert_eq!(objects.len(), 21);
    assert!(objects[20]["engines"].is_array());
    assert!(objects[18]["pair"].is_array() && objects[12]["repeats_from"].is_number());
    objects
        .iter()
        .for_each(|object| check(&schema, object, "result"));
    let warnings = objects[..12]
        .iter()
        .filter(|o| o["warnings"][0].is_string());
    assert_eq!(warnings.count(), 3);
}

/// The keys of a schema and of what it holds.
fn keys(schema: &Value, found: &mut Vec<String>) {
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        found.push(key.clone());
        keys(inner, found);
    }
    if schema["items"].is_object() {
        keys(&schema["items"], found);
    }
}

#[test]
fn requirements_files_fit_their_schema() {
    let schema = include_str!("../../../../docs/requirements.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let page = include_str!("../../../../docs/requirements.md");
    let example = page.split("```toml\n").nth(1).unwrap();
    let example = &example[..example.find("```").unwrap()];
    let shipped = include_str!("../../../../levels/design.toml");
    for text in [example, shipped] {
        let value: Value = toml::from_str(text).unwrap();
        check(&schema, &value, "file");
        // The program reads it too.
        let sandbox = Sandbox::new(&[("design.toml", text), ("maze/first.txt", OPEN)]);
        let said = sandbox.run(&["verify", "maze", "--spec", "design.toml"]);
        assert!(said.status < 2, "{}", said.stderr);
    }
    // The example shows every key there is.
    let mut all = Vec::new();
    keys(&schema, &mut all);
    assert!(all.len() > 10);
    for key in all {
        assert!(example.contains(&key), "{key}");
    }
}
