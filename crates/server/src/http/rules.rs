//! The rules of a game, with their diagrams.

use ludoteca_core::Language;
use ludoteca_games::catalog;
use ludoteca_guide::{Block, Diagram, Guide, Span, SpanStyle};
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::{ErrorResponse, Path, RefusalBody};
use super::language::{InLanguage, ReaderLanguage};
use crate::error::ApiError;
use crate::view::scene::{SceneParts, SceneView};

/// The rules of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Rules)]
pub struct RulesResponse {
    /// The rules as HTML. A diagram is a `figure` whose attribute `data-diagram` has its number,
    /// from 0, with the board as text and a caption.
    html: String,
    /// The rules as Markdown.
    markdown: &'static str,
    /// The diagrams, in the order of their numbers.
    diagrams: Vec<DiagramView>,
}

/// A position in the rules.
#[derive(Serialize, ToSchema)]
#[schema(as = Diagram)]
pub struct DiagramView {
    /// The position. Its `last` places are those that the caption speaks of. What the seats hold
    /// beside the board is left out.
    scene: SceneView,
    /// Arrows, each from a place to a place.
    arrows: Vec<(usize, usize)>,
    /// What the diagram shows, in words.
    caption: String,
    /// The game and its options in one line.
    game: String,
    /// The position in text.
    position: String,
}

/// The rules of a game.
#[utoipa::path(get, path = "/api/games/{id}/rules", params(("id" = String, Path)), responses((status = 200, body = RulesResponse), (status = 404, body = RefusalBody)))]
pub async fn rules(
    ReaderLanguage(language): ReaderLanguage,
    Path(id): Path<String>,
) -> Result<InLanguage<axum::Json<RulesResponse>>, ErrorResponse> {
    let info = catalog::find(&id).map_err(ApiError::not_found)?;
    let guide = Guide::of(info, language);
    let mut page = HtmlWriter { html: String::new(), language, diagrams: 0 };
    page.blocks(&guide.blocks);
    Ok(InLanguage(
        language,
        axum::Json(RulesResponse {
            html: page.html,
            markdown: info.rules.tell(language),
            diagrams: guide.diagrams().map(|diagram| diagram_view(diagram, language)).collect(),
        }),
    ))
}

fn diagram_view(diagram: &Diagram, language: Language) -> DiagramView {
    let table = diagram.table();
    let names: Vec<String> = diagram.names().iter().map(|name| (*name).to_owned()).collect();
    let parts = SceneParts { choices: false, ..SceneParts::ALL };
    let scene = SceneView {
        last: diagram.scene().last,
        prompt: None,
        stock: Vec::new(),
        ..SceneView::of(table, &names, parts, language)
    };
    DiagramView {
        scene,
        arrows: diagram.arrows.clone(),
        caption: diagram.caption.clone(),
        game: table.options().to_string(),
        position: table.position(),
    }
}

/// Writes a document as HTML.
struct HtmlWriter {
    html: String,
    language: Language,
    /// The number of diagrams so far.
    diagrams: usize,
}

impl HtmlWriter {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
            self.html.push('\n');
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, text } => self.text(&format!("h{level}"), text),
            Block::Paragraph(text) => self.text("p", text),
            Block::List { first, entries } => {
                match first {
                    Some(1) => self.html.push_str("<ol>"),
                    Some(first) => self.html.push_str(&format!("<ol start=\"{first}\">")),
                    None => self.html.push_str("<ul>"),
                }
                for entry in entries {
                    self.html.push_str("<li>");
                    self.entry(entry);
                    self.html.push_str("</li>");
                }
                self.html.push_str(if first.is_some() { "</ol>" } else { "</ul>" });
            }
            Block::Table { head, rows } => {
                self.html.push_str("<table><thead>");
                self.row("th", head);
                self.html.push_str("</thead><tbody>");
                rows.iter().for_each(|row| self.row("td", row));
                self.html.push_str("</tbody></table>");
            }
            Block::Quote(blocks) => {
                self.html.push_str("<blockquote>");
                self.blocks(blocks);
                self.html.push_str("</blockquote>");
            }
            Block::Verbatim(text) => self.escaped("pre", text),
            Block::Diagram(diagram) => {
                let number = self.diagrams;
                self.diagrams += 1;
                let figure = format!("<figure class=\"diagram\" data-diagram=\"{number}\">");
                self.html.push_str(&figure);
                self.escaped("pre", &diagram.drawing(self.language).text);
                self.escaped("figcaption", &diagram.caption);
                self.html.push_str("</figure>");
            }
        }
    }

    /// An entry of a list. Its paragraphs do not stand apart.
    fn entry(&mut self, entry: &[Block]) {
        for block in entry {
            match block {
                Block::Paragraph(text) => self.spans(text),
                block => self.block(block),
            }
        }
    }

    fn row(&mut self, tag: &str, cells: &[Vec<Span>]) {
        self.html.push_str("<tr>");
        cells.iter().for_each(|cell| self.text(tag, cell));
        self.html.push_str("</tr>");
    }

    fn text(&mut self, tag: &str, text: &[Span]) {
        self.html.push_str(&format!("<{tag}>"));
        self.spans(text);
        self.html.push_str(&format!("</{tag}>"));
    }

    fn spans(&mut self, text: &[Span]) {
        for span in text {
            match span.style {
                SpanStyle::Plain => self.html.push_str(&escape(&span.text)),
                SpanStyle::Strong => self.escaped("strong", &span.text),
                SpanStyle::Emphasis => self.escaped("em", &span.text),
                SpanStyle::Code => self.escaped("code", &span.text),
            }
        }
    }

    fn escaped(&mut self, tag: &str, text: &str) {
        self.html.push_str(&format!("<{tag}>{}</{tag}>", escape(text)));
    }
}

/// The text with the signs escaped that HTML reads as its own.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use ludoteca_games::CATALOG;

    use super::*;

    #[test]
    fn documents_become_html() {
        for (markdown, expected) in [
            ("# A < B & C", "<h1>A &lt; B &amp; C</h1>"),
            ("a **b** *c* `d>`", "<p>a <strong>b</strong> <em>c</em> <code>d&gt;</code></p>"),
            ("- a\n  - b\n", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
            ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
            (
                "| a |\n| --- |\n| b |",
                "<table><thead><tr><th>a</th></tr></thead>\
                    <tbody><tr><td>b</td></tr></tbody></table>",
            ),
            ("> a", "<blockquote><p>a</p>\n</blockquote>"),
            ("```\n<a>\n```", "<pre>&lt;a&gt;\n</pre>"),
        ] {
            let guide = Guide::read(markdown, &CATALOG).expect("a document");
            let language = Language::English;
            let mut page = HtmlWriter { html: String::new(), language, diagrams: 0 };
            page.blocks(&guide.blocks);
            assert_eq!(page.html.trim_end(), expected, "{markdown}");
        }
    }
}
