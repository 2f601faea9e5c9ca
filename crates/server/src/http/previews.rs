//! What a chat shows of a link before anybody opens it: a title, a sentence and a picture of a
//! board, as tags in the page's HTML (Open Graph, and those of Twitter).
//!
//! The tags of a table say what everybody sees who has the link. An invite code is in the fragment
//! of its link, which the server never receives.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use ludoteca_core::{Info, Language, Spelling, Tell, Verdict};
use ludoteca_engines::characters::character;
use ludoteca_games::catalog;

use super::extract::{ErrorResponse, Path, RefusalBody};
use super::language::{InLanguage, ReaderLanguage};
use super::tables::has_tag;
use super::{AppState, Caller, demos, page};
use crate::error::{ApiError, ErrorCode};
use crate::events::Occupant;
use crate::hosted_table::{HostedTable, TableStage};
use crate::ids::Id;
use crate::picture;
use crate::texts::{self, PreviewText};

/// What the preview of a link says.
struct Preview {
    title: String,
    description: String,
    /// The path of the picture.
    picture: String,
    /// Is the link meant for those alone who were given it?
    is_private: bool,
}

/// The home page, whose preview shows the first game.
pub async fn home_page(
    State(shared): State<AppState>,
    ReaderLanguage(language): ReaderLanguage,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let Some(first) = catalog::GAMES.first() else { return page::shell(uri, headers).await };
    let preview = Preview {
        title: texts::HOME_TITLE.tell(language).to_owned(),
        description: capital(texts::HOME_TEXT.tell(language)),
        picture: path_of_picture(first),
        is_private: false,
    };
    with_preview(&shared, preview, language, uri, headers).await
}

/// The page with the rules of a game.
pub async fn rules_page(
    State(shared): State<AppState>,
    ReaderLanguage(language): ReaderLanguage,
    id: Result<Path<String>, ErrorResponse>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let info = id.ok().and_then(|Path(id)| catalog::find(&id).ok());
    let Some(info) = info else { return page::shell(uri, headers).await };
    let preview = Preview {
        title: PreviewText::Rules(info.title).tell(language, Spelling::Readable),
        description: capital(info.introduction().tell(language)),
        picture: path_of_picture(info),
        is_private: false,
    };
    with_preview(&shared, preview, language, uri, headers).await
}

fn path_of_picture(info: &Info) -> String {
    format!("/api/games/{}/picture.png", info.id)
}

/// The page, with the preview of a table. If the table cannot be shown, the page reports it.
pub async fn table_page(
    State(shared): State<AppState>,
    caller: Caller,
    ReaderLanguage(language): ReaderLanguage,
    id: Result<Path<Id>, ErrorResponse>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let Ok(Path(id)) = id
        && let Ok(preview) = preview(&shared, caller, &id, language).await
    {
        return with_preview(&shared, preview, language, uri, headers).await;
    }
    page::shell(uri, headers).await
}

/// The page with the tags of a preview, as far as it is known where the reader has reached it.
async fn with_preview(
    shared: &AppState,
    preview: Preview,
    language: Language,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let (Some(origin), Some(html)) = (shared.limits.origin(&headers), page::text()) else {
        return page::shell(uri, headers).await;
    };
    let caching = [(CACHE_CONTROL, "no-cache")];
    let html = in_language(&html, language);
    let tagged = tagged(&html, &preview, &format!("{origin}{}", uri.path()), &origin);
    InLanguage(language, (caching, Html(tagged))).into_response()
}

/// A picture of a game in progress, for previews of links.
#[utoipa::path(get, path = "/api/games/{id}/picture.png", params(("id" = String, Path)), responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 404, body = RefusalBody)))]
pub async fn game_picture(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let info = catalog::find(&id).map_err(ApiError::not_found)?;
    let draw = move || {
        let table = demos::middle(info).ok()?;
        let scene = table.scene_without_choices();
        picture::png(&scene, &info.names[..table.seats()], info.conventions.far_seat)
    };
    let png = shared.work(caller, draw).await?;
    let png = png.ok_or_else(|| ApiError::new(ErrorCode::Busy, texts::FAILED))?;
    let caching = [(CACHE_CONTROL, "public, max-age=86400")];
    Ok((caching, [(CONTENT_TYPE, "image/png")], png).into_response())
}

/// A picture of the board as it is now, for previews of links.
#[utoipa::path(get, path = "/api/tables/{id}/picture.png", params(("id" = String, Path), ("If-None-Match" = Option<String>, Header, description = "the ETag of the picture that the reader has")), responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 304, description = "nothing has changed"), (status = 404, body = RefusalBody)))]
pub async fn picture(
    State(shared): State<AppState>,
    caller: Caller,
    Path(id): Path<Id>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    shared.ensure_loaded(caller, &id).await?;
    let handle = shared.registry.handle(&id);
    let table_state = shared.registry.lock_table(&handle).await?;
    let hosted = table_state.table();
    let (table, is_over) =
        (hosted.play().table().boxed_clone(), hosted.stage() == TableStage::Over);
    let names: Vec<String> = hosted.play().names().into_iter().map(str::to_owned).collect();
    let tag = format!("\"{}-{}\"", env!("CARGO_PKG_VERSION"), hosted.state());
    drop(table_state);
    // A game that is over can go on in no other position.
    let age = if is_over { "public, max-age=86400" } else { "public, max-age=60" };
    let caching = [(CACHE_CONTROL, age.to_owned()), (ETAG, tag.clone())];
    if has_tag(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let draw = move || {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let far_seat = table.options().info().conventions.far_seat;
        picture::png(&table.scene_without_choices(), &names, far_seat)
    };
    let png = shared.work(caller, draw).await?;
    let png = png.ok_or_else(|| ApiError::new(ErrorCode::Busy, texts::FAILED))?;
    Ok((caching, [(CONTENT_TYPE, "image/png")], png).into_response())
}

async fn preview(
    shared: &AppState,
    caller: Caller,
    id: &Id,
    language: Language,
) -> Result<Preview, ApiError> {
    shared.ensure_loaded(caller, id).await?;
    let handle = shared.registry.handle(id);
    let table_state = shared.registry.lock_table(&handle).await?;
    Ok(Preview::of(table_state.table(), language))
}

impl Preview {
    fn of(hosted: &HostedTable, language: Language) -> Preview {
        let options = &hosted.play().record().options;
        let game = options.info().title;
        let tell = |text: PreviewText| text.tell(language, Spelling::Readable);
        let players = players(hosted, language);
        let title = match hosted.stage() {
            TableStage::Waiting => tell(match hosted.host_name() {
                Some(name) => {
                    let by = texts::shown_name(&name, language);
                    PreviewText::Invites { by, title: game }
                }
                None => PreviewText::Waits(game),
            }),
            TableStage::Playing | TableStage::Over if !players.is_empty() => {
                format!("{} · {game}", players.join(" – "))
            }
            _ => game.to_owned(),
        };
        let result = hosted.play().ending().map(|ending| {
            let won = match ending.verdict() {
                Some(Verdict::Won(seat)) => players.get(seat.index()).cloned(),
                _ => None,
            };
            let drawn = matches!(ending.verdict(), Some(Verdict::Draw));
            let won = won.map(|name| tell(PreviewText::Won(name)));
            let verdict = won.or_else(|| drawn.then(|| capital(texts::DRAWN.tell(language))));
            let reason = texts::reason_of(ending, language);
            [verdict, reason].into_iter().flatten().collect::<Vec<_>>().join(": ")
        });
        let next = match hosted.stage() {
            TableStage::Waiting => Some(texts::TAKE_SEAT),
            TableStage::Playing => Some(texts::WATCH_GAME),
            TableStage::Over => Some(texts::SEE_MOVES),
            TableStage::Closed => None,
        };
        let next = next.map(|next| capital(next.tell(language)));
        let parts = [result, Some(options.words(language)), next].into_iter().flatten();
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        // A new position has a new picture.
        let picture = format!("/api/tables/{}/picture.png?state={}", hosted.id(), hosted.state());
        Preview { title, description: parts.join(" · "), picture, is_private: true }
    }
}

/// The names of the players, seat by seat.
fn players(hosted: &HostedTable, language: Language) -> Vec<String> {
    let symbols = hosted.play().names();
    let called = |(occupant, symbol): (&Occupant, &str)| match occupant {
        Occupant::Engine { level } => character((*level).into()).name.to_owned(),
        _ => occupant.person().map_or_else(
            || symbol.to_owned(),
            |person| texts::shown_name(&hosted.shown_name(person), language),
        ),
    };
    hosted.occupants().iter().zip(symbols).map(called).collect()
}

/// The page with tags for the preview, in place of its title.
fn tagged(html: &str, preview: &Preview, link: &str, origin: &str) -> String {
    let picture = format!("{origin}{}", preview.picture);
    let tags = [
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Ludoteca"),
        ("property", "og:title", &preview.title),
        ("property", "og:description", &preview.description),
        ("property", "og:url", link),
        ("property", "og:image", &picture),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", &preview.title),
        ("name", "twitter:description", &preview.description),
        ("name", "twitter:image", &picture),
    ];
    let robots = preview.is_private.then_some(("name", "robots", "noindex"));
    let mut head = format!("<title>{} · Ludoteca</title>", escaped(&preview.title));
    for (kind, name, content) in tags.into_iter().chain(robots) {
        head.push_str(&format!(
            "\n    <meta {kind}=\"{name}\" content=\"{}\" />",
            escaped(content)
        ));
    }
    html.replacen(TITLE, &head, 1)
}

/// The page, marked as written in this language. Texts of the page itself have marks of their own.
fn in_language(html: &str, language: Language) -> String {
    html.replacen(LANGUAGE, &format!("<html lang=\"{}\">", language.code()), 1)
}

/// The mark of the page's language, before the reader's is known.
const LANGUAGE: &str = "<html lang=\"en\">";

/// The title of the page, which the tags replace.
const TITLE: &str = "<title>Ludoteca</title>";

/// Text for HTML, also between quotation marks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
