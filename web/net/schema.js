/**
 * The shapes of requests and answers, made from the description of the API by
 * `UPDATE_TYPES=1 cargo test -p ludoteca-server --test api page_types`. Only types: nothing here runs.
 */

/**
 * A game that engines look at.
 * @typedef {object} Analysis
 * @property {number} done How much of the work is done,
 * @property {number} of of how much.
 * @property {Ply[]} plies The steps, as far as they were looked at.
 * @property {boolean} scored Are values in points?
 * @property {(SeatValue[] | null)} [start] What the first position is worth to each seat.
 * @property {string} status `none`, `running` or `done`.
 * @property {string} summary How the players did, as lines of a table.
 */

/**
 * The best move.
 * @typedef {object} Best
 * @property {string[]} line With what is expected to follow.
 * @property {string} step As typed.
 * @property {SeatValue} value What it is worth to who has it.
 */

/**
 * What becomes of a piece.
 * @typedef {({ from: number, kind: ("slides"), to: number } | { at: number, kind: ("appears") } | { at: number, kind: ("vanishes") } | { at: number, kind: ("turns") })} Change
 */

/**
 * A legal move and the clicks that make it.
 * @typedef {object} Choice
 * @property {number[]} clicks Places in the order of the clicks.
 * @property {number[]} covers The places that the piece will cover, where the clicks name its ends.
 * @property {string} question Tells apart moves that have the same clicks; else empty.
 * @property {string} step The move as typed.
 */

/**
 * Clicks in a position.
 * @typedef {(Line & { clicks: number[], names?: string[] })} Clicked
 */

/**
 * Clocks.
 * @typedef {(Pace & { ends_at?: (number | null), left_ms?: (number[] | null), running?: (number | null) })} Clock
 */

/**
 * Kinds of faults.
 * @typedef {("bad_request" | "no_token" | "forbidden" | "not_found" | "stale" | "refused" | "too_large" | "too_slow" | "too_many" | "busy" | "damaged")} Code
 */

/**
 * What everybody sees alike.
 * @typedef {(End & { chat?: (Since_Said | null), claim_at?: (number | null), clock: Clock, commitment?: (string | null), created_at: number, dice?: (Dice | null), facts: number, from?: (From | null), game: string, game_id: string, hint: string, id: Id, listed: boolean, muted?: Muted[], next: Turn, now_at: number, offers: Offer[], position?: (string | null), rematch?: (Id | null), seed?: (string | null), stage: string, state: number, steps?: (Since_Step | null), title: string, variations?: (Variation[] | null), watchers: number })} Common
 */

/**
 * What everybody sees of a seat.
 * @typedef {object} CommonSeat
 * @property {(number | null)} [away_at] Since when they are not.
 * @property {boolean} here Are they connected?
 * @property {string} kind `person`, `engine`, `random`, `program`; `friend` and `open` while it is free.
 * @property {(number | null)} [level] Of an engine, from 1 to 10.
 * @property {(string | null)} [name] What who sits there is shown as: people whose names look alike are told apart.
 * @property {(Id | null)} [player]
 * @property {number} seat From 1.
 * @property {(string | null)} [side] What its side is called, where it has a name.
 * @property {string} symbol What its pieces are called on the board.
 * @property {boolean} thinking Is an engine thinking?
 */

/**
 * That you mean it.
 * @typedef {object} Confirmation
 * @property {boolean} [confirm] Must be true.
 */

/**
 * A program that is connected.
 * @typedef {object} Connected
 * @property {boolean} busy Does it play already?
 * @property {(string[] | null)} [games] The games that it plays; all, where it does not say so.
 * @property {Id} id What it is called in addresses.
 * @property {string} name What it calls itself.
 */

/**
 * What is done.
 * @typedef {({ do: ("move"), seat?: (number | null), step: string } | { do: ("sit"), entropy?: (string | null), invite?: (string | null), seat?: (number | null) } | { do: ("contribute"), entropy: string, seat?: (number | null) } | { do: ("stand"), seat?: (number | null) } | { do: ("offer"), what: Offered } | { do: ("accept"), what: Offered } | { do: ("decline"), what: Offered } | { do: ("resign"), seat?: (number | null) } | { do: ("claim") } | { do: ("chat"), text: string } | { do: ("mute"), player: Id } | { do: ("unmute"), player: Id } | { do: ("dismiss"), seat: number } | { after: number, do: ("variation"), steps: string[] } | { do: ("close") })} Deed
 */

/**
 * Something that is done at a table, and what is wanted in return.
 * @typedef {(Told & { board?: (boolean | null), short?: boolean, since?: (number | null) })} DeedRequest
 */

/**
 * What players have contributed to the dice.
 * @typedef {object} Dice
 * @property {(string | null)[]} contributions For each seat, 64 hexadecimal digits, or `null` where it has contributed nothing.
 * @property {boolean} open Can a seat still contribute, since no roll has been seen?
 */

/**
 * Something is done at a table.
 * @typedef {object} Done
 * @property {(boolean | null)} [repeated] Had it been done before?
 * @property {Standing} table As you see it: in short, where the request said `short`.
 */

/**
 * How a game ended.
 * @typedef {object} End
 * @property {(number[] | null)} [points] What each seat has counted, where the rules ended the game.
 * @property {(string | null)} [reason] Why, as a clause.
 * @property {(Verdicted | null)} [result]
 */

/**
 * One stone on its way, within a time that goes from 0 to 1.
 * @typedef {object} Flight
 * @property {number} arrives When it arrives.
 * @property {number} from Where it was.
 * @property {number} leaves When it leaves.
 * @property {number} to Where it will be.
 */

/**
 * You are forgotten.
 * @typedef {object} Forgotten
 * @property {number} tables At how many tables there was something of yours.
 */

/**
 * The game that another goes on from.
 * @typedef {object} From
 * @property {number} step After how many steps.
 * @property {Id} table Which.
 */

/**
 * A game.
 * @typedef {object} Game
 * @property {string} about One sentence.
 * @property {boolean} can_scatter Can obstacles be drawn?
 * @property {(number | null)} [far_seat] The seat that sits opposite, from 1: its players see the board turned round.
 * @property {boolean} has_dice Is there a die?
 * @property {string} id What people type.
 * @property {string[]} names What the pieces of the seats are called.
 * @property {Opt[]} options What can be set.
 * @property {boolean} scored Does it end with points and without a winner?
 * @property {string[]} sides What the sides are called, where they have names.
 * @property {string} title What people read.
 */

/**
 * All games.
 * @typedef {object} Games
 * @property {Game[]} games In the order in which people are shown them.
 */

/**
 * How the server is.
 * @typedef {object} Health
 * @property {(string | null)} [damage] What is damaged in the database, where a look through it at the start has found something.
 * @property {boolean} ok Can it write, as far as it has seen?
 * @property {(number | null)} [probed_ms_ago] How long ago it has seen to that, in milliseconds.
 * @property {(string | null)} [problem] What was wrong then.
 * @property {string} version Its version.
 */

/**
 * Pieces of one kind that a seat holds.
 * @typedef {object} Held
 * @property {number} count How many there are.
 * @property {number} length How many places one covers.
 * @property {string} name What people call one.
 * @property {number} seat Whose they are, from 1.
 */

/**
 * What a table or a player is called in addresses: as good as unguessable, so that who has a link
 * was given it.
 * @typedef {string} Id
 */

/**
 * Proved or estimated.
 * @typedef {({ kind: ("win"), plies: number } | { kind: ("loss"), plies: number } | { kind: ("draw") } | { kind: ("points"), points: number } | { hundredths: number, kind: ("estimate"), value: number })} Kind
 */

/**
 * What somebody has left at a table.
 * @typedef {object} LeftAtTable
 * @property {Record<string, unknown>[]} facts What names them there, as it is kept.
 * @property {string} game The game and its options in one line.
 * @property {boolean} maker Did they make it?
 * @property {number[]} seats Seats that they have, from 1; the moves are in the table's record.
 * @property {Id} table Which.
 */

/**
 * A position: a game, where it starts, and what was played.
 * @typedef {object} Line
 * @property {string} game The game and its options in one line.
 * @property {(Obstacles | null)} [obstacles]
 * @property {(string | null)} [position] Where it starts, if not from its usual first position.
 * @property {string[]} [steps] What was played, rolls included; at most 20000 steps.
 */

/**
 * What one position is worth.
 * @typedef {object} LookedAt
 * @property {number} depth How many plies ahead was looked.
 * @property {string[]} line What is expected to happen, as typed.
 * @property {SeatValue[]} values To each seat.
 */

/**
 * What lies on a place.
 * @typedef {("seat" | "stones" | "obstacle")} Lying
 */

/**
 * Tables.
 * @typedef {object} Many
 * @property {(number | null)} [next] `before` for those that follow.
 * @property {Table[]} tables Without steps, chat and board.
 */

/**
 * A number or letter beside the board.
 * @typedef {object} Mark
 * @property {string} text What is written there.
 * @property {number} x To the right.
 * @property {number} y Downwards.
 */

/**
 * You.
 * @typedef {object} Me
 * @property {Player} player Who you are.
 */

/**
 * What a step moved, from the position before it to this one. A view that takes the step back
 * shows the same backwards.
 * @typedef {object} Moved
 * @property {Change[]} changes What becomes of pieces that cover one place each, at most one change for each place.
 * @property {Flight[]} flights Stones on their way from bowl to bowl and into pots.
 */

/**
 * Somebody whose lines are hidden at a table.
 * @typedef {object} Muted
 * @property {string} name What they are shown as.
 * @property {Id} player Who.
 */

/**
 * What somebody calls themselves.
 * @typedef {object} Name
 * @property {string} name 1 to 32 characters.
 */

/**
 * Obstacles that are drawn.
 * @typedef {object} Obstacles
 * @property {string} count How many, as typed.
 * @property {boolean} [mirror] Mirrored into the four quarters of the board?
 */

/**
 * Something that is proposed.
 * @typedef {object} Offer
 * @property {number} by By which seat, from 1.
 * @property {number[]} waits_for Seats whose answer is missing.
 * @property {Offered} what What.
 */

/**
 * What can be proposed to the others.
 * @typedef {("draw" | "takeback" | "rematch")} Offered
 */

/**
 * A table.
 * @typedef {object} One
 * @property {(boolean | null)} [repeated] Had it been done before?
 * @property {Table} table As you see it.
 */

/**
 * Something that can be set.
 * @typedef {object} Opt
 * @property {string} about What it sets.
 * @property {(number | null)} [default] What holds where nothing is set.
 * @property {string} key What is written before the `=`.
 * @property {string} kind `number`, `odd`, `derived` (a number whose default follows from others) or `cells`.
 * @property {(number | null)} [max] The greatest that is allowed.
 * @property {(number | null)} [min] The least that is allowed.
 * @property {(string | null)} [rule] From what the default follows, in words.
 */

/**
 * How long players may think, as the server keeps it.
 * @typedef {({ kind: ("none") } | { kind: ("move"), seconds: number } | { increment?: number, kind: ("game"), seconds: number } | { days: number, kind: ("days") })} Pace
 */

/**
 * What is known about somebody.
 * @typedef {object} PersonalData
 * @property {number} created_at When they came, in milliseconds since 1970.
 * @property {string} name What they call themselves.
 * @property {(Id | null)} [next]
 * @property {Id} player What they are called in addresses.
 * @property {number} seen_at When they were last seen, to the day.
 * @property {LeftAtTable[]} tables What they have left at tables: some of them, see `next`.
 */

/**
 * Something that lies on a place.
 * @typedef {object} Piece
 * @property {number} count How many: stones in a bowl; 1 for a piece.
 * @property {Lying} kind What it is.
 * @property {(string | null)} [letter] What stands on it, where pieces are not all alike.
 * @property {(string | null)} [name] What people call such a piece.
 * @property {number} place Where.
 * @property {(number | null)} [seat] Whose it is, from 1.
 * @property {string} words What is said of it: `X (Ada)`, `obstacle`, `3 stones`.
 */

/**
 * Something that can be pointed at.
 * @typedef {object} Place
 * @property {string} empty What is said of it where nothing lies there: `empty`, `no stones`.
 * @property {string} label What people call it.
 * @property {PlaceShape} shape What it looks like.
 * @property {number} x To the right.
 * @property {number} y Downwards.
 */

/**
 * What a place looks like.
 * @typedef {("cell" | "point" | "bowl" | "pot")} PlaceShape
 */

/**
 * Somebody who plays.
 * @typedef {object} Player
 * @property {Id} id What they are called in addresses.
 * @property {string} name What they call themselves.
 */

/**
 * A step of a game that engines look at.
 * @typedef {object} Ply
 * @property {(Best | null)} [best]
 * @property {(number | null)} [loss] What it gave away.
 * @property {(number[] | null)} [luck] How lucky a roll was for each seat.
 * @property {(string | null)} [mark] `best`, `fine`, `mistake`, `blunder`; `only` where there was no choice, `roll` for the die; `null` where it was not judged yet.
 * @property {SeatValue[]} values What the position after it is worth to each seat.
 */

/**
 * A position, and what is to be done in it.
 * @typedef {(End & { board: string, game: string, moves: string[], next: Turn, position: string, scene: Scene })} Position
 */

/**
 * A position that is to be shown.
 * @typedef {(Line & { board?: (boolean | null), names?: string[] })} PositionAsked
 */

/**
 * Programs.
 * @typedef {object} Programs
 * @property {Connected[]} programs Those that are connected over the port for engines.
 */

/**
 * A table as somebody wants it.
 * @typedef {object} Proposal
 * @property {boolean} [await_contribution] In a game with dice where no seat is free: it begins once you have seen the commitment and contributed to the dice.
 * @property {Pace} [clock] How long players may think.
 * @property {(StartFrom | null)} [from]
 * @property {(string | null)} [game] The game and its options in one line; left out where the game goes on from another.
 * @property {boolean} [listed] Is it shown to everybody?
 * @property {(Obstacles | null)} [obstacles]
 * @property {(string | null)} [position] Where the game starts, if not from its usual first position.
 * @property {(string | null)} [request] A name for this request, at most 64 bytes: who sends it again has made one table.
 * @property {Wanted[]} seats Who is to fill the seats.
 */

/**
 * How a refused request is answered.
 * @typedef {object} Refusal
 * @property {RefusalReason} error Why.
 * @property {(Standing | null)} [table]
 */

/**
 * Why a request is refused.
 * @typedef {object} RefusalReason
 * @property {Code} code For programs.
 * @property {string} message For people: a clause.
 * @property {(number | null)} [retry_after] After so many seconds it may be tried again, where that is known; `Retry-After` says the same.
 */

/**
 * How a game is played.
 * @typedef {object} Rules
 * @property {string} html To be shown.
 * @property {string} markdown To be read by programs.
 */

/**
 * What is to be drawn, in units of a cell's width, to the right and downwards.
 *
 * `places`, `lines` and `marks` are the board, which is the same in every position of a game: they
 * are left out for those who said `board=false`.
 * @typedef {object} Scene
 * @property {Choice[]} choices The legal moves with the clicks that make them; empty for those who are not to move.
 * @property {(string | null)} [die] What the die shows, while it matters.
 * @property {string[]} holdings What each seat holds, in words; may be empty.
 * @property {number[]} last The places that tell what the last step was.
 * @property {[number, number][]} [lines] Lines between places.
 * @property {Mark[]} [marks] Numbers and letters beside the board.
 * @property {Moved} moved What the last step moved.
 * @property {string[]} names What each seat is called where it is told what is there: `X (Ada)`, or `X` alone.
 * @property {Piece[]} pieces What lies on the places.
 * @property {Place[]} [places] Everything that can be pointed at; other parts refer to it by index from 0.
 * @property {number[][]} spans Places that one piece covers together, in a row.
 * @property {Held[]} stock Pieces that seats hold beside the board.
 */

/**
 * A seat.
 * @typedef {(CommonSeat & { dismissible?: boolean, invite?: (string | null), you: boolean })} Seat
 */

/**
 * What a position is worth to a seat, as programs read it: one form for every command and for the
 * server.
 * @typedef {(Kind & { text: string, worth: number })} SeatValue
 */

/**
 * Where a table stands, in short.
 * @typedef {object} ShortTable
 * @property {number} facts How much has happened at the table: it never falls.
 * @property {Id} id What the table is called.
 * @property {Turn} next What comes next.
 * @property {string} stage `waiting`, `playing`, `over` or `closed`.
 * @property {number} state The number of the game's state, which a move says that it is meant for.
 */

/**
 * A list from some entry on: it takes the place of whatever was known from there.
 * @typedef {object} Since_Said
 * @property {number} from From 0.
 * @property {{ at: number, name: string, player: Id, seat?: (number | null), text: string }[]} list All that follows.
 * @property {(number | null)} [missing_from] Entries from here up to `from` are left out, since an answer carries only so many: `GET /api/tables/{id}/steps` has them.
 */

/**
 * A list from some entry on: it takes the place of whatever was known from there.
 * @typedef {object} Since_Step
 * @property {number} from From 0.
 * @property {{ by?: (number | null), clock_ms?: (number | null), known?: boolean, skipped?: Skipped[], step: string }[]} list All that follows.
 * @property {(number | null)} [missing_from] Entries from here up to `from` are left out, since an answer carries only so many: `GET /api/tables/{id}/steps` has them.
 */

/**
 * A seat that could not move.
 * @typedef {object} Skipped
 * @property {string} reason Why, as a clause.
 * @property {number} seat From 1.
 */

/**
 * @typedef {(Table | ShortTable)} Standing
 */

/**
 * A position of another table.
 * @typedef {object} StartFrom
 * @property {number} step After so many steps.
 * @property {Id} table Which.
 */

/**
 * A step of the game.
 * @typedef {object} Step
 * @property {(number | null)} [by] Which seat made it, from 1; `null` for the die.
 * @property {(number | null)} [clock_ms] What was left on the mover's clock.
 * @property {boolean} [known] A roll that had been seen before it was taken back: the dice do not change. Left out where it is not.
 * @property {Skipped[]} [skipped] Who could not move after it, and why.
 * @property {string} step As typed.
 */

/**
 * A page of a game's steps.
 * @typedef {object} StepsPage
 * @property {number} facts How much has happened at the table: pages with the same number are of the same game.
 * @property {number} from From 0.
 * @property {Step[]} list At most 1000 of those that follow.
 * @property {boolean} more Are there more after these?
 * @property {number} total How many steps the game has.
 */

/**
 * A table as one of those who look at it sees it.
 * @typedef {(Common & { maker: boolean, moves?: (string[] | null), scene?: (Scene | null), seats: Seat[] })} Table
 */

/**
 * Something that somebody does at a table.
 * @typedef {(Deed & { request?: (string | null), state?: (number | null) })} Told
 */

/**
 * What comes next.
 * @typedef {({ kind: ("waiting") } | { kind: ("move"), seat: number } | { kind: ("roll") } | { kind: ("over") })} Turn
 */

/**
 * What could have been played.
 * @typedef {object} Variation
 * @property {number} after After so many steps.
 * @property {string} name Who says so.
 * @property {string[]} steps What would have followed.
 */

/**
 * Who won, if anybody.
 * @typedef {({ kind: ("won"), seat: number } | { kind: ("draw") } | { kind: ("scored") } | { kind: ("stopped") })} Verdicted
 */

/**
 * Who is to fill a seat, as the maker of a table says.
 * @typedef {({ kind: ("me") } | { kind: ("friend") } | { kind: ("open") } | { kind: ("engine"), level: number } | { kind: ("random") } | { kind: ("program"), program: string })} Wanted
 */

/**
 * You, for the first time.
 * @typedef {object} Welcome
 * @property {Player} player Who you are.
 * @property {string} token What keeps your seats: nobody else may know it, and it is told only once.
 */

/**
 * Why clicks are no move.
 * @typedef {object} Why
 * @property {(string | null)} [refusal] As a clause; `null` where they are one.
 */

export {};
