//! Two people at one table, each in a browser of their own, and a watcher.

use crate::access::check;
use crate::driver::{Page, Screen, called};
use crate::house::{House, visit};
use crate::play::{begin, place, play, resign, set_up};

/// Somebody creates a table and sends the link; another person opens it.
async fn meet(house: &House, game: &str, [one, other]: [&str; 2]) -> (Page, Page) {
    let ada = house.open("/").await;
    house.browser.allow_clipboard(&ada).await;
    set_up(house, &ada, game, &["me", "friend"]).await;
    ada.fill("#my-name", one).await;
    ada.click(called("button", "Make an invite link")).await;
    ada.sees(".status", "Waiting for one more player").await;
    ada.click("#invite-2 + button").await;
    ada.sees("#invite-2 + button", "Copied").await;
    let link = ada.js("navigator.clipboard.readText()").await;
    let bob = house.browser.open(link.as_str().expect("a link"), Screen::USUAL).await;
    bob.sees(".join", &format!("{one} invites you to a game of")).await;
    bob.sees(".status", "You are invited").await;
    check(&bob).await;
    bob.fill(".join input", other).await;
    bob.click(".join button").await;
    bob.finds(".step-buttons").await;
    bob.lacks(".join").await;
    ada.sees(".seats", other).await;
    (ada, bob)
}

#[test]
fn two_at_one_table() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ttt", ["Ada", "Bob"]).await;
        ada.sees(".status", "Your turn").await;
        bob.sees(".status", "Ada to move").await;
        assert_eq!(bob.js("location.hash").await, "", "the code does not stay in the address");
        play(&ada, &["b2"]).await;
        bob.wait_of(&place("b2"), "place => place.ariaLabel.includes('X (Ada)')").await;
        bob.sees("#said-politely", "Ada: b2").await;

        // A reload in the middle of a game loses nothing.
        bob.reload().await;
        bob.sees(".status", "Your turn").await;
        // One person may have two windows, and both have the same seat.
        let address = bob.js("location.href").await;
        let second = house
            .browser
            .open_beside(&bob, address.as_str().expect("an address"), Screen::USUAL)
            .await;
        second.sees(".status", "Your turn").await;
        play(&second, &["a3"]).await;
        bob.wait_of(&place("a3"), "place => place.ariaLabel.includes('O (Bob)')").await;
        ada.wait_of(&place("a3"), "place => place.ariaLabel.includes('O (Bob)')").await;

        // A restart of the server loses nothing, either.
        for page in [&ada, &bob, &second] {
            page.forgive("ERR_CONNECTION_REFUSED").await;
            page.forgive("WebSocket").await;
        }
        house.stop().await;
        ada.sees("#top", "Connection lost").await;
        ada.click(&place("b3")).await;
        ada.sees(".message", "cannot be reached").await;
        ada.wait_of(&place("b3"), "place => place.ariaLabel.includes('empty')").await;
        house.start().await;
        for page in [&ada, &bob] {
            page.wait_of("#top", "top => !top.innerText.includes('Connection lost')").await;
        }
        play(&ada, &["b3"]).await;
        bob.sees(".status", "Your turn").await;
        bob.wait_of(&place("b3"), "place => place.ariaLabel.includes('X (Ada)')").await;

        // A hasty move is taken back, if the other player agrees.
        ada.click(called("button", "Take back")).await;
        bob.sees(".offer", "Ada wants to take a move back").await;
        check(&bob).await;
        bob.click(called("button", "Accept")).await;
        for page in [&ada, &bob] {
            page.wait_of(&place("b3"), "place => place.ariaLabel.includes('empty')").await;
            page.lacks(".offer").await;
        }
        ada.sees(".status", "Your turn").await;
        ada.click(called("button", "Offer a draw")).await;
        bob.sees(".offer", "Ada offers a draw").await;
        bob.click(called("button", "Decline")).await;
        ada.lacks(".offer").await;

        ada.fill(called("textbox", "Say something"), "Good luck!").await;
        ada.press("Enter").await;
        bob.sees(".said", "Ada Good luck!").await;

        resign(&ada).await;
        ada.sees(".status", "You lose").await;
        ada.sees(".status", "You resigned").await;
        bob.sees(".status", "You win").await;
        bob.sees(".status", "Ada resigned").await;

        // The rematch has the seats exchanged, and both players are taken to it.
        let before = ada.js("location.pathname").await;
        ada.click(called("button", "Rematch")).await;
        bob.sees(".offer", "Ada wants a rematch").await;
        bob.click(called("button", "Accept")).await;
        for page in [&ada, &bob] {
            page.wait_js(&format!("location.pathname !== {before}")).await;
            page.lacks(".status.over").await;
        }
        bob.sees(".status", "Your turn").await;
        ada.sees(".status", "Bob to move").await;
        play(&bob, &["c1"]).await;
        ada.wait_of(&place("c1"), "place => place.ariaLabel.includes('X (Bob)')").await;
    });
}

#[test]
fn who_watches_cannot_move() {
    visit(async |house| {
        let ada = house.open("/").await;
        begin(house, &ada, "ttt", &["me", "me"]).await;
        let link = ada.of("#watch-link", "field => field.value").await;
        let eve = house.browser.open(link.as_str().expect("a link"), Screen::USUAL).await;
        eve.sees(".status", "You are watching").await;
        play(&ada, &["b2"]).await;
        ada.sees(".status", "1 spectator").await;
        eve.wait_of(&place("b2"), "place => place.ariaLabel.includes('X')").await;
        eve.click(&place("a3")).await;
        eve.sees(".message", "Only the players can move").await;
        eve.wait_of(&place("a3"), "place => place.ariaLabel.includes('empty')").await;
        assert!(!eve.has(".typed").await && !eve.has(called("button", "Resign")).await);
        check(&eve).await;
        // Requests that the page does not offer do not work, either.
        let status = eve
            .js("fetch(`/api/tables/${location.pathname.slice(3)}/deeds`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${JSON.parse(localStorage['ludoteca.token'] ?? '\"none\"')}` },
                body: JSON.stringify({ do: 'move', step: '0 0', state: 2 }),
            }).then((answer) => answer.status)")
            .await;
        eve.forgive("401").await;
        eve.forgive("403").await;
        assert!(status == 401 || status == 403, "{status}");
        ada.finds(&place("a3")).await;
        ada.wait_of(&place("a3"), "place => place.ariaLabel.includes('empty')").await;
    });
}

/// A player who loses the network sees that, and can continue when it is back.
#[test]
fn without_a_network() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ataxx rows=5 cols=5", ["Ada", "Bob"]).await;
        ada.forgive("ERR_INTERNET_DISCONNECTED").await;
        ada.be_offline(true).await;
        ada.click(&place("a5")).await;
        ada.click(&place("b5")).await;
        ada.sees(".message", "cannot be reached").await;
        check(&ada).await;
        ada.be_offline(false).await;
        play(&ada, &["a5", "b5"]).await;
        bob.sees(".status", "Your turn").await;
        bob.wait_of(&place("b5"), "place => place.ariaLabel.includes('X (Ada)')").await;
    });
}

/// A move that a busy server refuses, or whose server ends under its proxy, is sent again.
#[test]
fn a_busy_server_is_asked_again() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ataxx rows=5 cols=5", ["Ada", "Bob"]).await;
        ada.js("{
            const answer = fetch;
            const refusals = [503, 502];
            window.refused = 0;
            window.fetch = (path, init) => {
                if (init?.method !== 'POST' || refusals.length === 0) return answer(path, init);
                window.refused += 1;
                return Promise.resolve(new Response('', { status: refusals.shift() }));
            };
        }")
            .await;
        play(&ada, &["a5", "b5"]).await;
        bob.sees(".status", "Your turn").await;
        bob.wait_of(&place("b5"), "place => place.ariaLabel.includes('X (Ada)')").await;
        assert_eq!(ada.js("window.refused").await, 2);
    });
}

/// A table appears in the lobby as soon as it is created, and a player who takes a seat there
/// plays.
#[test]
fn strangers_meet_in_the_lobby() {
    visit(async |house| {
        let bob = house.open("/").await;
        bob.sees(".lists", "No open games").await;
        let ada = house.open("/").await;
        begin(house, &ada, "cn", &["me", "open"]).await;
        bob.click(".lists a.table-item").await;
        bob.click(".join button").await;
        ada.sees(".status", "Your turn").await;
        ada.click(".brand").await;
        ada.sees(".lists", "Your turn").await;
        check(&ada).await;
        bob.sees(".seats", "away").await;
    });
}

/// The answer to a command may arrive after the next update: then it contains nothing new.
#[test]
fn late_answers_are_old_news() {
    visit(async |house| {
        let ada = house.open("/").await;
        begin(house, &ada, "ttt", &["me", "open"]).await;
        let bob = house
            .browser
            .open(ada.js("location.href").await.as_str().expect("an address"), Screen::USUAL)
            .await;
        bob.finds(".join").await;
        bob.js("{
            const [ask, held] = [fetch, new Promise((release) => { window.release = release; })];
            window.fetch = async (address, ...more) => {
                const answer = await ask(address, ...more);
                if (String(address).endsWith('/deeds')) await held;
                return answer;
            };
        }")
            .await;
        bob.click(".join button").await;
        ada.sees(".status", "Your turn").await;
        ada.click(".brand").await;
        bob.sees(".seats", "away").await;
        // The answer is read and shown in later turns of the event loop.
        bob.js("(async () => {
            window.release();
            for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done));
        })()")
            .await;
        assert!(bob.text(".seats").await.contains("away"));
    });
}

/// Players mute watchers who disturb them, and the maker of a table dismisses a guest before the
/// first move.
#[test]
fn players_have_their_peace() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ttt", ["Ada", "Bob"]).await;
        let link = ada.of("#watch-link", "field => field.value").await;
        let eve = house.browser.open(link.as_str().expect("a link"), Screen::USUAL).await;
        let say = async |page: &Page, text: &str| {
            page.fill(called("textbox", "Say something"), text).await;
            page.press("Enter").await;
        };
        say(&bob, "hello").await;
        say(&eve, "boo").await;
        for page in [&ada, &bob] {
            page.sees(".said", "Guest boo").await;
            page.sees(".said", "Bob hello").await;
            page.sees("#said-politely", "Guest: boo").await;
        }
        assert!(!bob.has(called("button", "Mute Bob")).await, "nobody mutes themselves");
        check(&ada).await;
        ada.point(".said p:last-child").await;
        ada.picture("chat").await;
        // The mute holds for everybody, because she only watches.
        ada.click(called("button", "Mute Guest for everybody at this table")).await;
        for page in [&ada, &bob, &eve] {
            page.sees(".muted", "Guest is muted at this table.").await;
            page.wait_of(".said", "said => !said.innerText.includes('boo')").await;
        }
        check(&ada).await;
        eve.forgive("403").await;
        say(&eve, "boo again").await;
        eve.sees(".message", "muted you").await;
        assert!(!eve.has(called("button", "Unmute Guest")).await, "that is for the players");
        bob.click(called("button", "Unmute Guest")).await;
        ada.sees(".said", "boo").await;
        // A player is muted only for the person who mutes them, and stays muted.
        ada.click(called("button", "Mute Bob")).await;
        ada.sees(".muted", "You have muted Bob.").await;
        ada.wait_of(".said", "said => !said.innerText.includes('hello')").await;
        ada.reload().await;
        ada.sees(".muted", "You have muted Bob.").await;
        bob.sees(".said", "hello").await;
        ada.picture("muted").await;
        ada.click(called("button", "Unmute Bob")).await;
        ada.sees(".said", "hello").await;
        // The guest leaves, and the invite link changes.
        let sent = called("button", "Remove Bob");
        assert!(!bob.has(&sent).await);
        ada.click(&sent).await;
        ada.picture("dismiss").await;
        ada.click(called("button", "Remove")).await;
        for page in [&ada, &bob] {
            page.sees(".status", "Waiting for one more player").await;
        }
        ada.lacks(&sent).await;
        ada.finds("#invite-2").await;
        check(&ada).await;
    });
}

/// A player who deletes their data is erased, and the others at the table see that at once.
#[test]
fn somebody_is_forgotten() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ttt", ["Ada", "Bob"]).await;
        bob.fill(called("textbox", "Say something"), "my secret").await;
        bob.press("Enter").await;
        ada.sees(".said", "my secret").await;
        bob.click(called("button", "Settings")).await;
        check(&bob).await;
        bob.picture("my-data").await;
        bob.click(called("button", "Delete my data")).await;
        bob.finds(called(
            "dialog",
            "Delete your name and all your chat messages, and resign all games that are not over? This cannot be undone.",
        ))
        .await;
        bob.click(called("button", "Cancel")).await;
        ada.sees(".seats", "Bob").await;
        bob.click(called("button", "Delete my data")).await;
        bob.click(called("button", "Delete everything")).await;
        bob.wait_js("location.pathname === '/'").await;
        bob.wait_js("JSON.parse(localStorage['ludoteca.people']).length === 0 && !localStorage['ludoteca.name']?.includes('Bob')").await;
        ada.sees(".seats", "former player").await;
        ada.sees(".status", "You win").await;
        ada.wait_of(".said", "said => !said.innerText.includes('my secret')").await;
        // The person may come again, as a new player.
        bob.sees(".lists", "Games that you play will be listed here").await;
    });
}

/// Names and texts of others are shown literally, and never interpreted.
#[test]
fn what_others_write_is_text() {
    visit(async |house| {
        let name = "<img src=x onerror=alert(1)>";
        let said = "<script>window.hacked = 1</script><b id=bold>bold</b> &amp;";
        let (ada, bob) = meet(house, "ttt", ["Ada", name]).await;
        bob.fill(called("textbox", "Say something"), said).await;
        bob.click(called("button", "Send")).await;
        ada.sees(".said", said).await;
        ada.sees(".seats", name).await;
        ada.click(".brand").await;
        ada.sees(".lists", name).await;
        for page in [&ada, &bob] {
            assert_eq!(
                page.js(
                    "document.querySelectorAll('.lists img, .seats img, .said b b, #bold').length"
                )
                .await,
                0
            );
            assert!(page.js("window.hacked ?? null").await.is_null());
        }
    });
}

/// A script that was injected into the page would not run.
#[test]
fn no_script_but_ours() {
    visit(async |house| {
        let page = house.open("/").await;
        page.forgive("Content Security Policy").await;
        for (put, directive) in [
            (
                "const bad = document.createElement('script'); bad.textContent = 'window.hacked = 1'; document.body.append(bad)",
                "script-src-elem",
            ),
            (
                "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = 1\">')",
                "script-src-attr",
            ),
            (
                "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')",
                "style-src-attr",
            ),
            ("document.body.insertAdjacentHTML('beforeend', '<iframe src=\"/\">')", "frame-src"),
            ("fetch('http://127.0.0.1:1/').catch(() => {})", "connect-src"),
        ] {
            let held_back = format!(
                "new Promise((resolve) => {{
                    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {{ once: true }});
                    {put};
                }})"
            );
            assert_eq!(page.js(&held_back).await, directive);
        }
        page.forgive("404").await;
        assert!(page.js("window.hacked ?? null").await.is_null());
    });
}

/// From now on all HTTP requests are recorded, and table updates over the socket are dropped while
/// `deaf` is true.
const LISTEN: &str = "(() => {
    window.asked = [];
    window.deaf = false;
    import('/web/net/socket.js').then((module) => (window.socket = module.socket));
    const [ask, parse] = [fetch, JSON.parse];
    window.fetch = (path, request) => {
        asked.push([request.method, request.body ? parse(request.body) : path]);
        return ask(path, request);
    };
    JSON.parse = (text) => {
        const read = parse(text);
        return deaf && read?.type === 'table' ? {} : read;
    };
})()";

/// A player's own move is sent to their page once, over the socket. If it is lost there, the page
/// requests it.
#[test]
fn ones_own_moves_are_told_once() {
    visit(async |house| {
        let ada = house.open("/").await;
        begin(house, &ada, "ttt", &["me", "me"]).await;
        ada.js(LISTEN).await;
        ada.wait_js("window.socket?.isOpen").await;
        play(&ada, &["b2"]).await;
        ada.wait_of(&place("b2"), "place => !place.ariaLabel.includes('empty')").await;
        ada.wait_js("asked.length > 0").await;
        let asked = ada.js("asked.filter(([method, it]) => it.do || method === 'GET')").await;
        assert_eq!(
            (asked.as_array().map(Vec::len), &asked[0][1]["short"]),
            (Some(1), &true.into()),
            "{asked}"
        );

        ada.js("deaf = true").await;
        play(&ada, &["a3"]).await;
        ada.wait_of(&place("a3"), "place => !place.ariaLabel.includes('empty')").await;
        let asked = ada
            .js("asked.filter(([method, it]) => it.do || method === 'GET').map((it) => it[0])")
            .await;
        assert_eq!(asked, serde_json::json!(["POST", "POST", "GET"]));
        // The game goes on.
        ada.js("deaf = false").await;
        play(&ada, &["b3"]).await;
        ada.wait_of(&place("b3"), "place => !place.ariaLabel.includes('empty')").await;
    });
}

/// Waits until a place belongs to the planned move.
async fn planned_of(page: &Page, label: &str) {
    page.wait_of(&place(label), "place => place.ariaLabel.includes(', planned')").await;
}

/// A move that is planned while the other person thinks is played in turn, if it is legal then.
#[test]
fn moves_are_planned() {
    visit(async |house| {
        let (ada, bob) = meet(house, "ttt", ["Ada", "Bob"]).await;
        let planned = async |label: &str, is: bool| {
            let words = format!("place => place.ariaLabel.includes(', planned') === {is}");
            bob.wait_of(&place(label), &words).await;
        };
        let may_plan = async || {
            bob.wait_of(&place("a1"), "place => place.ariaDisabled === 'false'").await;
        };
        may_plan().await;
        bob.sees(".status", "You can already choose your next move").await;
        ada.sees(".status", "Choose a free cell").await;
        bob.click(&place("a3")).await;
        planned("a3", true).await;
        bob.finds(".planned-place").await;
        bob.sees(".status", "Planned: a3").await;
        bob.click(called("button", "Cancel")).await;
        planned("a3", false).await;
        bob.click(&place("a3")).await;
        planned("a3", true).await;
        check(&bob).await;
        bob.picture("planned").await;
        play(&ada, &["b2"]).await;
        bob.sees(".step-list", "a3").await;
        ada.sees(".step-list", "a3").await;

        // It can be taken back by Escape or by the right button, or replaced by another one.
        for way in ["Escape", "right"] {
            may_plan().await;
            bob.click(&place("c1")).await;
            planned("c1", true).await;
            match way {
                "right" => bob.draw(&place("b1"), &place("b1")).await,
                key => bob.press(key).await,
            }
            planned("c1", false).await;
        }
        bob.click(&place("a1")).await;
        planned("a1", true).await;
        bob.click(&place("c1")).await;
        planned("a1", false).await;
        planned("c1", true).await;
        play(&ada, &["c1"]).await;
        bob.sees("#said-politely", "The planned move is no longer legal").await;
        bob.sees(".status", "Your turn").await;
        assert_eq!(crate::play::steps(&bob).await, 3);

        // A move of a piece takes two clicks. Where no draw exists, none can be offered.
        let (ada, bob) = meet(house, "breakthrough", ["Ada", "Bob"]).await;
        assert!(!ada.has(called("button", "Offer a draw")).await);
        bob.wait_of(&place("b2"), "place => place.ariaDisabled === 'false'").await;
        bob.click(&place("b2")).await;
        bob.click(&place("b3")).await;
        bob.wait_js("document.querySelectorAll('.planned-place').length === 2").await;
        play(&ada, &["c5", "c4"]).await;
        bob.sees(".step-list", "b2–b3").await;
        assert!(ada.has(called("button", "Take back")).await);
        // What was only begun goes on when it is one's turn. A piece may be dragged, too.
        bob.wait_of(&place("c2"), "place => place.ariaDisabled === 'false'").await;
        bob.click(&place("c2")).await;
        planned_of(&bob, "c2").await;
        play(&ada, &["d5", "d4"]).await;
        bob.wait_of(&place("c2"), "place => place.ariaLabel.includes(', chosen')").await;
        bob.click(&place("c3")).await;
        bob.sees(".step-list", "c2–c3").await;
        bob.drag(&place("d2"), &place("d3")).await;
        planned_of(&bob, "d3").await;
        play(&ada, &["a5", "a4"]).await;
        bob.sees(".step-list", "d2–d3").await;
    });
}
