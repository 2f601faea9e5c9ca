//! The types of the page match the description of the API: `web/net/schema.js` is generated from
//! it.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

use crate::client::request;
use crate::host::Host;

const HEAD: &str = "\
/**
 * The types of requests and answers, generated from the description of the API by
 * `UPDATE_TYPES=1 cargo test -p ludoteca-server --test api page_types`. There is no code here.
 */
";

#[tokio::test]
async fn types_of_the_page_are_those_of_the_description() {
    let host = Host::start().await;
    let described = request(host.address, None, "GET", "/api/openapi.json", None).await.well();
    let schemas = described["components"]["schemas"].as_object().expect("schemas");
    let mut names: Vec<&String> = schemas.keys().collect();
    names.sort();
    let types: Vec<String> = names.into_iter().map(|name| typedef(name, &schemas[name])).collect();
    let text = format!("{HEAD}\n{}\nexport {{}};\n", types.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/net/schema.js");
    if env::var_os("UPDATE_TYPES").is_some() {
        fs::write(&path, &text).expect("the page can be written");
    }
    let kept = fs::read_to_string(&path).expect("the types are there");
    assert!(kept == text, "web/net/schema.js is not up to date: UPDATE_TYPES=1 writes it anew");
}

/// One named schema as a type comment for the TypeScript compiler.
fn typedef(name: &str, schema: &Value) -> String {
    let about = comment(&schema["description"]);
    let Some(properties) = schema["properties"].as_object() else {
        return format!("/**{about}\n * @typedef {{{}}} {name}\n */\n", type_of(schema));
    };
    let mut names: Vec<&String> = properties.keys().collect();
    names.sort();
    let property = |name: &String| {
        let called = if is_required(schema, name) { name.clone() } else { format!("[{name}]") };
        let property = &properties[name];
        let about = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        format!(" * @property {{{}}} {called} {about}", type_of(property)).trim_end().to_owned()
    };
    let lines: Vec<String> = names.into_iter().map(property).collect();
    format!("/**{about}\n * @typedef {{object}} {name}\n{}\n */\n", lines.join("\n"))
}

fn comment(description: &Value) -> String {
    let lines = description.as_str().into_iter().flat_map(str::lines);
    lines.map(|line| format!("\n * {line}").trim_end().to_owned()).collect()
}

fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (keyword, joint) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(forms) = schema[keyword].as_array() {
            return format!("({})", forms.iter().map(type_of).collect::<Vec<_>>().join(joint));
        }
    }
    if let Some(allowed) = schema["enum"].as_array() {
        return format!(
            "({})",
            allowed.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ")
        );
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |it: &Value| type_of_kind(schema, it.as_str().unwrap_or_default());
            format!("({})", types.iter().map(one).collect::<Vec<_>>().join(" | "))
        }
        kind => type_of_kind(schema, kind.as_str().unwrap_or_default()),
    }
}

fn type_of_kind(schema: &Value, kind: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                format!("[{}]", items.iter().map(type_of).collect::<Vec<_>>().join(", "))
            }
            None => format!("{}[]", type_of(&schema["items"])),
        },
        "object" => match schema["properties"].as_object() {
            Some(properties) => {
                let mut names: Vec<&String> = properties.keys().collect();
                names.sort();
                let property = |name: &String| {
                    let mark = if is_required(schema, name) { "" } else { "?" };
                    format!("{name}{mark}: {}", type_of(&properties[name]))
                };
                format!("{{ {} }}", names.into_iter().map(property).collect::<Vec<_>>().join(", "))
            }
            None => match &schema["additionalProperties"] {
                others @ Value::Object(_) => format!("Record<string, {}>", type_of(others)),
                _ => "Record<string, unknown>".to_owned(),
            },
        },
        "" => "unknown".to_owned(),
        plain => plain.to_owned(),
    }
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|it| it == name))
}
