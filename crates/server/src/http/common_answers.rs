//! Answers that any request can get, for the description of the API: those of the limits, and of
//! the code that reads requests.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder, Schema};

/// Answers to every request.
const ALL: &[(&str, &str)] = &[
    ("400", "the request cannot be understood, or asks for what does not exist"),
    ("403", "somebody else may do it, but not the player who asks; or a page of another site asks"),
    ("429", "too many requests, or too much at once: see `Retry-After`"),
    ("503", "the server cannot do it now: see `Retry-After`"),
];

/// Answers to requests that have a body.
const WITH_BODY: &[(&str, &str)] =
    &[("408", "the body took too long to arrive"), ("413", "the body is too large")];

/// Answers to requests that need a token.
const WITH_TOKEN: &[(&str, &str)] = &[("401", "there is no token, or the server does not know it")];

/// Adds these answers to the description of each request that does not list them already.
pub fn add(description: &mut OpenApi) {
    loosen_refusals(description);
    for item in description.paths.paths.values_mut() {
        let methods = [
            (&mut item.get, false),
            (&mut item.post, true),
            (&mut item.patch, true),
            (&mut item.delete, true),
        ];
        for (operation, has_body) in methods {
            let Some(operation) = operation else { continue };
            add_to(operation, ALL);
            if has_body {
                add_to(operation, WITH_BODY);
            }
            if operation.security.is_some() {
                add_to(operation, WITH_TOKEN);
            }
        }
    }
}

/// A whole table also matches the schema of a short one. So the schema must allow both forms to
/// match at once.
fn loosen_refusals(description: &mut OpenApi) {
    let schemas = description.components.as_mut().map(|components| &mut components.schemas);
    if let Some(RefOr::T(schema)) = schemas.and_then(|schemas| schemas.get_mut("Standing"))
        && let Schema::OneOf(forms) = schema
    {
        let forms = std::mem::take(&mut forms.items);
        let any = forms.into_iter().fold(AnyOfBuilder::new(), AnyOfBuilder::item);
        *schema = Schema::AnyOf(any.build());
    }
}

fn add_to(operation: &mut Operation, answers: &[(&str, &str)]) {
    for (status, about) in answers {
        operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| {
            let refusal =
                ContentBuilder::new().schema(Some(Ref::from_schema_name("Refusal"))).build();
            ResponseBuilder::new()
                .description(*about)
                .content("application/json", refusal)
                .build()
                .into()
        });
    }
}
