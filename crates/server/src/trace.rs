//! Trace ids: by one id, a command can be found in the logs of all servers that had to do with it.
//!
//! Each request has a trace: that of its header `traceparent`, as the W3C's *Trace Context*
//! describes it, or a new one. Each command over a socket has a new one. The id is in every line of
//! the log that is written meanwhile, and goes with the news that other servers are told.

use std::fmt;
use std::str::FromStr;

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use data_encoding::HEXLOWER;
use tracing::{Instrument, Span};

/// The trace that a piece of work belongs to, and the span of it that this server does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TraceContext {
    trace: [u8; 16],
    span_id: [u8; 8],
    flags: u8,
}

/// The text is no `traceparent`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NoTraceParent;

/// The header that names the trace of a request.
pub const TRACE_PARENT: &str = "traceparent";

/// The flag of a trace that is sampled, as ours are: all are in the log.
const SAMPLED: u8 = 1;

tokio::task_local! {
    static CURRENT: TraceContext;
}

impl TraceContext {
    /// A new trace.
    pub fn fresh() -> TraceContext {
        TraceContext { trace: random(), span_id: random(), flags: SAMPLED }
    }

    /// The trace that a request belongs to, and a new span of it; or a new trace, if the request
    /// names none or something else.
    fn of(headers: &HeaderMap) -> TraceContext {
        let mut named = headers.get_all(TRACE_PARENT).iter();
        let (first, another) = (named.next(), named.next());
        let first = first.filter(|_| another.is_none());
        let parent = first.and_then(|it| it.to_str().ok()?.parse::<TraceContext>().ok());
        parent
            .map_or_else(TraceContext::fresh, |parent| TraceContext { span_id: random(), ..parent })
    }

    /// The id of the trace, as it is in logs.
    fn id(&self) -> String {
        HEXLOWER.encode(&self.trace)
    }
}

impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span_id = HEXLOWER.encode(&self.span_id);
        write!(f, "00-{}-{span_id}-{:02x}", self.id(), self.flags)
    }
}

impl FromStr for TraceContext {
    type Err = NoTraceParent;

    fn from_str(text: &str) -> Result<TraceContext, NoTraceParent> {
        let mut fields = text.split('-');
        let mut next = || fields.next().ok_or(NoTraceParent);
        let [version] = bytes(next()?)?;
        let (trace, span_id, [flags]) = (bytes(next()?)?, bytes(next()?)?, bytes(next()?)?);
        // Later versions may have more fields.
        let is_allowed = version != 0xff && (version > 0 || fields.next().is_none());
        if is_allowed && trace != [0; 16] && span_id != [0; 8] {
            Ok(TraceContext { trace, span_id, flags: flags & SAMPLED })
        } else {
            Err(NoTraceParent)
        }
    }
}

/// Reads this many bytes, in lower-case hexadecimal digits.
fn bytes<const N: usize>(text: &str) -> Result<[u8; N], NoTraceParent> {
    let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| NoTraceParent)?;
    bytes.try_into().map_err(|_| NoTraceParent)
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("every system that we run on has random numbers");
    bytes
}

/// Does the work of a request as part of its trace.
pub async fn trace_requests(request: Request, next: Next) -> Response {
    let context = TraceContext::of(request.headers());
    within(context, next.run(request)).await
}

/// Does work as part of a trace.
pub async fn within<T>(context: TraceContext, work: impl Future<Output = T>) -> T {
    let span = tracing::info_span!("request", trace = context.id());
    CURRENT.scope(context, work.instrument(span)).await
}

/// The trace of the present work, as a `traceparent`.
#[cfg(any(feature = "cluster", test))]
pub fn current() -> Option<String> {
    CURRENT.try_with(TraceContext::to_string).ok()
}

/// Work that another task does as part of the present trace.
pub fn in_current_trace<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let (context, span) = (CURRENT.try_with(|context| *context).ok(), Span::current());
    async move {
        let work = work.instrument(span);
        match context {
            Some(context) => CURRENT.scope(context, work).await,
            None => work.await,
        }
    }
}

/// Does something because of news from another server, which belong to this trace there.
#[cfg(feature = "cluster")]
pub fn because_of_news<T>(context: Option<TraceContext>, work: impl FnOnce() -> T) -> T {
    match context {
        Some(context) => tracing::info_span!("news", trace = context.id()).in_scope(work),
        None => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const WHOLE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn traces_are_read_strictly() {
        let context: TraceContext = WHOLE.parse().expect("an example of the W3C");
        assert_eq!((context.to_string().as_str(), context.id().as_str()), (WHOLE, TRACE));
        let later = format!("cc{}-more", &WHOLE[2..]);
        assert_eq!(later.parse(), Ok(context), "later versions may have more fields");
        let wrong = [
            String::new(),
            "00".to_owned(),
            WHOLE.to_uppercase(),
            format!("ff{}", &WHOLE[2..]),
            format!("{WHOLE}-"),
            format!("{WHOLE}-more"),
            format!(" {WHOLE}"),
            WHOLE[..WHOLE.len() - 1].to_owned(),
            WHOLE.replace('4', "g"),
            WHOLE.replace(TRACE, &"0".repeat(32)),
            WHOLE.replace("00f067aa0ba902b7", &"0".repeat(16)),
            WHOLE.replace(TRACE, "4bf9"),
        ];
        for text in wrong {
            assert_eq!(text.parse::<TraceContext>(), Err(NoTraceParent), "{text}");
        }
    }

    #[test]
    fn requests_have_their_trace_or_a_new_one() {
        let with = |named: &[&str]| {
            let mut headers = HeaderMap::new();
            for text in named {
                headers.append(TRACE_PARENT, text.parse().expect("a header"));
            }
            TraceContext::of(&headers)
        };
        let known = with(&[WHOLE]);
        assert_eq!(known.id(), TRACE);
        assert_ne!(known.to_string(), WHOLE, "it is another span of the trace");
        for named in [&[][..], &["garbage"], &[WHOLE, WHOLE]] {
            assert_ne!(with(named).id(), TRACE);
            assert_ne!(with(named).id(), with(named).id());
        }
    }

    #[tokio::test]
    async fn a_trace_goes_along_into_other_tasks() {
        let context = TraceContext::fresh();
        let work = async { tokio::spawn(in_current_trace(async { current() })).await };
        assert_eq!(within(context, work).await.ok().flatten(), Some(context.to_string()));
        assert_eq!(current(), None);
        assert_eq!(in_current_trace(async { current() }).await, None);
    }
}
