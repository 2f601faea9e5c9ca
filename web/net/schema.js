/**
 * The types of requests and answers, generated from the description of the API by
 * `UPDATE_TYPES=1 cargo test -p ludoteca-server --test api page_types`. There is no code here.
 */

/**
 * Where other devices reach the server.
 * @typedef {object} Addresses
 * @property {string[]} addresses The beginnings of links, without a slash at the end: `http://192.168.1.20:8080`. The list is empty if there are none, or if the request comes from another machine.
 */

/**
 * The analysis of a game by engines.
 * @typedef {object} Analysis
 * @property {number} done How many parts of the work are done.
 * @property {number} of How many parts there are.
 * @property {Ply[]} plies The steps, as far as they have been analysed.
 * @property {boolean} scored Are the values points, in a game without a winner?
 * @property {(SeatValue[] | null)} [start] The value of the first position for each seat.
 * @property {string} status `none`, `running`, `done`, or `failed` if it has ended without a result.
 * @property {string} summary A summary for each player, as the lines of a table.
 */

/**
 * The best move.
 * @typedef {object} Best
 * @property {string[]} line The move and what is expected to follow, as typed.
 * @property {string} readable The move as people read it: `b3–c5`.
 * @property {string[]} readable_line The same as people read it.
 * @property {string} step The move as typed.
 * @property {SeatValue} value The value of the move to the player who has it.
 */

/**
 * What a player did who lost before the rules ended the game.
 * @typedef {("resigned" | "out_of_time" | "left" | "was_away")} Cause
 */

/**
 * The change of a piece.
 * @typedef {({ from: number, kind: ("slides"), to: number } | { at: number, kind: ("appears") } | { at: number, kind: ("vanishes") } | { at: number, kind: ("turns") })} Change
 */

/**
 * A legal move and the clicks that make it.
 * @typedef {object} Choice
 * @property {number[]} clicks The places to click, in order.
 * @property {number[]} covers The places that the piece will cover, if the clicks are its ends.
 * @property {string} question What distinguishes this move from others with the same clicks; otherwise empty.
 * @property {string} readable The places of the clicks as people read them: `b3–c5`.
 * @property {string} step The move as typed.
 */

/**
 * Clicks in a position.
 * @typedef {(Line & { clicks: number[], names?: string[] })} Clicked
 */

/**
 * The clocks of a table.
 * @typedef {(Pace & { ends_at?: (number | null), left_ms?: (number[] | null), running?: (number | null) })} Clock
 */

/**
 * Kinds of errors.
 * @typedef {("bad_request" | "no_token" | "forbidden" | "not_found" | "stale" | "refused" | "too_large" | "too_slow" | "too_many" | "busy" | "damaged")} Code
 */

/**
 * The text of a QR code. It is in the body, since addresses of requests are logged and links can
 * contain an invite code.
 * @typedef {object} CodeAsked
 * @property {string} text The text, usually a link, of at most 512 bytes.
 */

/**
 * The part of a table that is the same for all readers of a language.
 * @typedef {(End & { chat?: (Since_Said | null), claim_at?: (number | null), clock: Clock, commitment?: (string | null), created_at: number, dice?: (Dice | null), facts: number, from?: (From | null), game: string, game_id: string, hint: string, id: Id, listed: boolean, muted?: Muted[], next: Turn, now_at: number, offers: Offer[], position?: (string | null), rematch?: (Id | null), seed?: (string | null), stage: string, state: number, steps?: (Since_Step | null), title: string, variant?: string, variations?: (Variation[] | null), watchers: number })} Common
 */

/**
 * The part of a seat that is the same for all readers of a language.
 * @typedef {object} CommonSeat
 * @property {(number | null)} [away_at] The time since which the player has been away.
 * @property {boolean} here Is the player connected?
 * @property {string} kind `person`, `engine`, `random` or `program`; `friend` or `open` while the seat is free.
 * @property {(number | null)} [level] The level of an engine, from 1 to 10.
 * @property {(string | null)} [name] The name of the player, as it is shown. It distinguishes people whose names look alike. An engine has the name of its level.
 * @property {(Id | null)} [player]
 * @property {number} seat The number of the seat, from 1.
 * @property {(string | null)} [side] The name of its side, in games whose sides have names.
 * @property {string} symbol The symbol of its pieces on the board.
 * @property {boolean} thinking Is it an engine that is thinking?
 */

/**
 * A confirmation.
 * @typedef {object} Confirmation
 * @property {boolean} [confirm] Must be true.
 */

/**
 * A program that is connected.
 * @typedef {object} Connected
 * @property {boolean} busy Is it playing already?
 * @property {(string[] | null)} [games] The ids of the games that it plays; `null` if it plays all games.
 * @property {Id} id The id of the program.
 * @property {string} name The name of the program.
 */

/**
 * A command: what a player wants to do at a table.
 * @typedef {({ do: ("move"), seat?: (number | null), step: string } | { do: ("sit"), entropy?: (string | null), invite?: (string | null), seat?: (number | null) } | { do: ("contribute"), entropy: string, seat?: (number | null) } | { do: ("stand"), seat?: (number | null) } | { do: ("offer"), what: Offered } | { do: ("accept"), what: Offered } | { do: ("decline"), what: Offered } | { do: ("resign"), seat?: (number | null) } | { do: ("claim") } | { do: ("chat"), text: string } | { do: ("mute"), player: Id } | { do: ("unmute"), player: Id } | { do: ("dismiss"), seat: number } | { after: number, do: ("variation"), steps: string[] } | { do: ("close") })} Deed
 */

/**
 * A command at a table, and the form of the answer.
 * @typedef {(Told & { board?: (boolean | null), short?: boolean, since?: (number | null) })} DeedRequest
 */

/**
 * A short game to look at.
 * @typedef {object} Demo
 * @property {string} game The game and its options in one line.
 * @property {Scene[]} scenes The scenes of its positions in order. Only the first one has the board, which is the same in all.
 */

/**
 * A position in the rules.
 * @typedef {object} Diagram
 * @property {[number, number][]} arrows Arrows, each from a place to a place.
 * @property {string} caption What the diagram shows, in words.
 * @property {string} game The game and its options in one line.
 * @property {string} position The position in text.
 * @property {Scene} scene The position. Its `last` places are those that the caption speaks of. What the seats hold beside the board is left out.
 */

/**
 * The contributions of the players to the dice.
 * @typedef {object} Dice
 * @property {(string | null)[]} contributions For each seat 64 hexadecimal digits, or `null` if it has contributed nothing.
 * @property {boolean} open Can a seat still contribute? It can until the first roll has been seen.
 */

/**
 * The answer to a command at a table.
 * @typedef {object} Done
 * @property {(boolean | null)} [repeated] Had the command been done before, by the same request?
 * @property {Standing} table The table as the reader sees it. It is the short form if the request said `short`.
 */

/**
 * How a game ended.
 * @typedef {object} End
 * @property {Cause} [cause] What the loser did, if that ended the game before its rules did. With it a page can tell them so without their own name.
 * @property {(number[] | null)} [points] The points of each seat, if the rules ended the game.
 * @property {(string | null)} [reason] The reason, as a clause.
 * @property {(Verdicted | null)} [result]
 */

/**
 * The way of one stone. Times are parts of the whole animation, from 0 to 1.
 * @typedef {object} Flight
 * @property {number} arrives The time at which it arrives.
 * @property {number} from The place where it was.
 * @property {number} leaves The time at which it leaves.
 * @property {number} to The place where it arrives.
 */

/**
 * The answer to the deletion of a player.
 * @typedef {object} Forgotten
 * @property {number} tables The number of tables where something was stored about the player.
 */

/**
 * The game that another one continues.
 * @typedef {object} From
 * @property {number} step The number of steps after which it is continued.
 * @property {Id} table The table of that game.
 */

/**
 * A game.
 * @typedef {object} Game
 * @property {string} about One sentence about the game.
 * @property {boolean} can_scatter Can obstacles be drawn at random?
 * @property {boolean} draws Can the rules end the game in a draw?
 * @property {(number | null)} [far_seat] The seat on the opposite side of the board, from 1: its player sees the board turned round.
 * @property {boolean} has_dice Is there a die?
 * @property {string} id The id, which people type.
 * @property {(number | null)[]} level_scores The share of the points, in per cent, that each engine level from 2 on has scored against the level below, or `null` if that was not measured. The last levels may be missing.
 * @property {number[]} minutes How many minutes a usual game takes people, at least and at most.
 * @property {string[]} names The symbols of the seats.
 * @property {Opt[]} options The options of the game.
 * @property {Preset[]} presets Options that are worth playing, the first of them for people who do not know the game.
 * @property {string[]} roles The parts that the seats play, in games where their moves differ: `Nature`.
 * @property {boolean} scored Does the game end with points and without a winner?
 * @property {string[]} sides The names of the sides, in games whose sides have names.
 * @property {string} title The title, which people read.
 */

/**
 * All games.
 * @typedef {object} Games
 * @property {Game[]} games The games, in the order in which they are shown.
 * @property {Opponent[]} opponents The engine levels as opponents with names, from the weakest.
 */

/**
 * The ground on which pieces lie.
 * @typedef {("checkered" | "ruled" | "tiles" | "wood" | "night")} GroundKind
 */

/**
 * The state of the server.
 * @typedef {object} Health
 * @property {(string | null)} [damage] The damage that the check at the start has found in the database.
 * @property {string[]} degraded What the server works without at the moment: `nats` if it hears of other servers' moves only by asking the database.
 * @property {boolean} draining Is the server about to stop? Then it answers 503, so that nobody sends it new requests.
 * @property {boolean} ok Did the last probe of the storage succeed?
 * @property {(number | null)} [probed_ms_ago] How long ago the last probe was, in milliseconds.
 * @property {(string | null)} [problem] The error of the last probe.
 * @property {string} version The version of the server.
 */

/**
 * Pieces of one kind that a seat holds.
 * @typedef {object} Held
 * @property {number} count The number of these pieces.
 * @property {number} length How many places such a piece covers.
 * @property {string} name The name of such a piece.
 * @property {number} seat The seat that holds them, from 1.
 */

/**
 * The id of a table or a player. Nobody can guess it, so everybody who has a link was given the
 * link.
 * @typedef {string} Id
 */

/**
 * What somebody is invited to.
 * @typedef {object} Invitation
 * @property {(string | null)} [by] The name of the person who invites, if that person plays as well.
 * @property {number} seat The seat that is reserved, from 1.
 */

/**
 * The code of an invite link.
 * @typedef {object} InviteCode
 * @property {string} invite The code after `#invite=`.
 */

/**
 * The kind of a value: proved or estimated.
 * @typedef {({ kind: ("win"), plies: number } | { kind: ("loss"), plies: number } | { kind: ("draw") } | { kind: ("points"), points: number } | { hundredths: number, kind: ("estimate"), value: number })} Kind
 */

/**
 * What is stored about a player at one table.
 * @typedef {object} LeftAtTable
 * @property {Record<string, unknown>[]} facts The events that name the player, as they are stored.
 * @property {string} game The game and its options in one line.
 * @property {boolean} maker Did the player make the table?
 * @property {number[]} seats The seats of the player, from 1. The moves are in the record of the game.
 * @property {Id} table The id of the table.
 */

/**
 * A position: a game, its starting position, and the steps that were played.
 * @typedef {object} Line
 * @property {string} game The game and its options in one line.
 * @property {(Obstacles | null)} [obstacles]
 * @property {(string | null)} [position] The starting position, if it is not the usual one.
 * @property {string[]} [steps] The steps that were played, rolls included; at most 20000. A step is given as typed or as people read it.
 */

/**
 * What board and pieces look like.
 * @typedef {object} Look
 * @property {SeatColour[]} colours The colour of each seat.
 * @property {(number | null)} [far_seat] The seat at the upper edge of the board, from 1, if two seats face each other: its pieces point downwards.
 * @property {GroundKind} ground The ground on which the pieces lie.
 * @property {PieceStyle} pieces What pieces look like.
 */

/**
 * The value of a position.
 * @typedef {object} LookedAt
 * @property {number} depth How many plies ahead the engine searched.
 * @property {string[]} line The steps that are expected to follow, as typed.
 * @property {string[]} readable_line The same as people read it.
 * @property {SeatValue[]} values The value for each seat.
 */

/**
 * What lies on a place.
 * @typedef {("seat" | "stones" | "obstacle")} Lying
 */

/**
 * A page of a list of tables.
 * @typedef {object} Many
 * @property {(number | null)} [next] The value of `before` for the next page.
 * @property {Table[]} tables The tables, without steps, chat and board.
 */

/**
 * A number or letter beside the board.
 * @typedef {object} Mark
 * @property {string} text The number or letter.
 * @property {number} x The coordinate to the right.
 * @property {number} y The coordinate downwards.
 */

/**
 * The player who sends the request.
 * @typedef {object} Me
 * @property {Player} player The player.
 */

/**
 * What a step moved, from the position before it to this one. To show how the step is taken back,
 * show the same in reverse.
 * @typedef {object} Moved
 * @property {Change[]} changes The changes of pieces that cover one place each, at most one change for each place.
 * @property {Flight[]} flights The ways of stones from bowl to bowl and into stores.
 */

/**
 * A spectator whose chat lines are hidden at a table.
 * @typedef {object} Muted
 * @property {string} name The name, as it is shown.
 * @property {Id} player The id of the person.
 */

/**
 * The name of a player.
 * @typedef {object} Name
 * @property {string} name The name, with 1 to 32 characters.
 */

/**
 * Obstacles that are drawn at random.
 * @typedef {object} Obstacles
 * @property {string} count The number of obstacles, as typed.
 * @property {boolean} [mirror] Are they mirrored into the four quarters of the board?
 */

/**
 * An offer that is not settled.
 * @typedef {object} Offer
 * @property {number} by The seat that made the offer, from 1.
 * @property {number[]} waits_for The seats whose players have not answered.
 * @property {Offered} what What is offered.
 */

/**
 * What a player can offer to the others.
 * @typedef {("draw" | "takeback" | "rematch")} Offered
 */

/**
 * The answer to a request that makes a table.
 * @typedef {object} One
 * @property {(boolean | null)} [repeated] Had the table been made before, by the same request?
 * @property {Table} table The table as the reader sees it.
 */

/**
 * An engine level as an opponent.
 * @typedef {object} Opponent
 * @property {number} level The level, from 1 to 10.
 * @property {string} name The name of the opponent.
 * @property {string} temper How it plays, in a few words.
 */

/**
 * An option of a game.
 * @typedef {object} Opt
 * @property {string} about What the option sets.
 * @property {(number | null)} [default] The default.
 * @property {string} key The key, which is written before the `=`.
 * @property {string} kind `number`, `odd`, `derived` (a number whose default follows from others) or `cells`.
 * @property {(number | null)} [max] The greatest value that is allowed.
 * @property {(number | null)} [min] The least value that is allowed.
 * @property {(string | null)} [rule] How the default follows from other options, in words.
 */

/**
 * How long players may think.
 * @typedef {({ kind: ("none") } | { kind: ("move"), seconds: number } | { increment?: number, kind: ("game"), seconds: number } | { days: number, kind: ("days") })} Pace
 */

/**
 * All that is stored about a player.
 * @typedef {object} PersonalData
 * @property {number} created_at When the player was created, in milliseconds since 1970.
 * @property {string} name The name of the player.
 * @property {(Id | null)} [next]
 * @property {Id} player The id of the player.
 * @property {number} seen_at When the player was last seen, to the day.
 * @property {LeftAtTable[]} tables The tables where something is stored about the player. They come in pages: see `next`.
 */

/**
 * A piece, stones or an obstacle on a place.
 * @typedef {object} Piece
 * @property {number} count The number of stones in a bowl; 1 for a piece.
 * @property {Lying} kind What lies there.
 * @property {(string | null)} [letter] The letter on the piece, in games with different pieces.
 * @property {(string | null)} [name] The name of such a piece, in games with different pieces.
 * @property {number} place The place.
 * @property {(number | null)} [seat] The seat that owns it, from 1.
 * @property {string} words The description: `X (Ada)`, `obstacle`, `3 stones`.
 */

/**
 * What pieces look like.
 * @typedef {("letters" | "signs" | "stones" | "blobs" | "pawns" | "men" | "bodies")} PieceStyle
 */

/**
 * A place of the board, which can be clicked.
 * @typedef {object} Place
 * @property {string} empty The description of the place when nothing lies there: `empty`, `no stones`.
 * @property {string} label The name of the place: `c6`.
 * @property {PlaceShape} shape The shape in which it is drawn.
 * @property {number} x The coordinate to the right.
 * @property {number} y The coordinate downwards.
 */

/**
 * The shape of a place.
 * @typedef {("cell" | "point" | "bowl" | "pot")} PlaceShape
 */

/**
 * A player.
 * @typedef {object} Player
 * @property {Id} id The id of the player.
 * @property {string} name The name of the player.
 */

/**
 * The analysis of a step.
 * @typedef {object} Ply
 * @property {(Best | null)} [best]
 * @property {(number | null)} [loss] How much the move lost.
 * @property {(number[] | null)} [luck] How lucky a roll was for each seat.
 * @property {(string | null)} [mark] `best`, `fine`, `mistake` or `blunder`; `only` if there was no choice, `roll` for the die; `null` if it has not been judged yet.
 * @property {SeatValue[]} values The value of the position after it for each seat.
 */

/**
 * A position, with what can be drawn and played in it.
 * @typedef {(End & { board: string, game: string, moves: string[], next: Turn, position: string, scene: Scene, variant: string })} Position
 */

/**
 * A position that is to be shown.
 * @typedef {(Line & { board?: (boolean | null), names?: string[] })} PositionAsked
 */

/**
 * Options of a game that are worth playing.
 * @typedef {object} Preset
 * @property {string} game The game and its options in one line.
 * @property {string} name What people read: `Gomoku`.
 * @property {string} words The options in words: `15×15 board, 5 in a row`. It may be empty.
 */

/**
 * The connected programs.
 * @typedef {object} Programs
 * @property {Connected[]} programs The programs that are connected over the port for engines.
 */

/**
 * A request for a new table.
 * @typedef {object} Proposal
 * @property {boolean} [await_contribution] In a game with dice where no seat is free: should the game wait until somebody has contributed to the dice?
 * @property {Pace} [clock] How long players may think.
 * @property {(StartFrom | null)} [from]
 * @property {(string | null)} [game] The game and its options in one line. It is left out if the game continues another one.
 * @property {boolean} [listed] Is the table shown to everybody in the lobby?
 * @property {(Obstacles | null)} [obstacles]
 * @property {(string | null)} [position] The starting position, if it is not the usual one.
 * @property {(string | null)} [request] A name for this request, at most 64 bytes. If it is sent again, only one table is made.
 * @property {Wanted[]} seats The players, one entry for each seat.
 */

/**
 * A QR code.
 * @typedef {object} QrCode
 * @property {string} svg The code as an SVG picture, black on white.
 */

/**
 * How a refused request is answered.
 * @typedef {object} Refusal
 * @property {RefusalReason} error Why the request is refused.
 * @property {(Standing | null)} [table]
 */

/**
 * Why a request is refused.
 * @typedef {object} RefusalReason
 * @property {Code} code The kind of error, for programs.
 * @property {string} message The reason for people, as a clause in the language of the request.
 * @property {(RefusedOption | null)} [option]
 * @property {(number | null)} [retry_after] How many seconds to wait before trying again, if that is known; `Retry-After` says the same.
 */

/**
 * An option of a game with a value that is not allowed.
 * @typedef {object} RefusedOption
 * @property {string} allowed What is allowed, in the language of the request.
 * @property {string} key The key of the option.
 */

/**
 * The rules of a game.
 * @typedef {object} Rules
 * @property {Diagram[]} diagrams The diagrams, in the order of their numbers.
 * @property {string} html The rules as HTML. A diagram is a `figure` whose attribute `data-diagram` has its number, from 0, with the board as text and a caption.
 * @property {string} markdown The rules as Markdown.
 */

/**
 * What is to be drawn. Coordinates go to the right and downwards, and the unit is the width of a
 * cell.
 *
 * `places`, `lines`, `marks` and `look` are the board, which is the same in every position of a
 * game. They are left out if the request said `board=false`.
 * @typedef {object} Scene
 * @property {Choice[]} choices The legal moves with the clicks that make them. The list is empty unless the reader is to move.
 * @property {number[]} decisive The places that show why the game ended: a winning line, a piece that has arrived.
 * @property {(string | null)} [die] What the die shows, as long as it matters.
 * @property {string[]} holdings What each seat holds beside the board, in words. A text may be empty.
 * @property {number[]} last The places that are highlighted to show the last step.
 * @property {[number, number][]} [lines] The lines between places, as pairs of places.
 * @property {Look} [look] What board and pieces look like.
 * @property {Mark[]} [marks] Numbers and letters beside the board.
 * @property {Moved} moved What the last step moved.
 * @property {string[]} names The names of the seats in descriptions: `X (Ada)`, or `X` alone.
 * @property {Piece[]} pieces The pieces on the places.
 * @property {Place[]} [places] The places of the board, which can be clicked. Other parts refer to them by index, from 0.
 * @property {(string | null)} [prompt] What the seat to move does now, in one line; `null` when the game is over.
 * @property {Score[]} score The score of each seat, in games where something is counted; otherwise empty.
 * @property {number[][]} spans For each piece that covers several places in a row, these places.
 * @property {(string | null)} [stage] The part of the game that is played, in games that have parts.
 * @property {Held[]} stock Pieces that seats hold beside the board.
 */

/**
 * What a seat has, in a game where something is counted.
 * @typedef {object} Score
 * @property {number} count The number.
 * @property {string} words The number with what is counted: `12 pieces`.
 */

/**
 * A seat.
 * @typedef {(CommonSeat & { dismissible?: boolean, invite?: (string | null), you: boolean })} Seat
 */

/**
 * The colour of a seat, as hexadecimal numbers: `#2468d8`.
 * @typedef {object} SeatColour
 * @property {string} fill The colour of the pieces.
 * @property {string} ink The colour of letters on them: black or white.
 */

/**
 * What a position is worth to a seat, as programs read it: one form for every command and for the
 * server.
 * @typedef {(Kind & { text: string, worth: number })} SeatValue
 */

/**
 * The short form of a table.
 * @typedef {object} ShortTable
 * @property {number} facts The number of events at the table, which never decreases.
 * @property {Id} id The id of the table.
 * @property {Turn} next What comes next.
 * @property {string} stage `waiting`, `playing`, `over` or `closed`.
 * @property {number} state The number of the game's state. A move names the state that it is meant for.
 */

/**
 * The end of a list. It replaces everything that the reader knew from `from` on.
 * @typedef {object} Since_Said
 * @property {number} from The index of the first entry, from 0.
 * @property {{ at: number, name: string, player: Id, seat?: (number | null), text: string }[]} list The entries.
 * @property {(number | null)} [missing_from] The reader lacks the entries from this index up to `from`, because the number of entries in an answer is limited. Get them from `GET /api/tables/{id}/steps`.
 */

/**
 * The end of a list. It replaces everything that the reader knew from `from` on.
 * @typedef {object} Since_Step
 * @property {number} from The index of the first entry, from 0.
 * @property {{ by?: (number | null), clock_ms?: (number | null), effects?: string[], known?: boolean, readable: string, skipped?: Skipped[], step: string }[]} list The entries.
 * @property {(number | null)} [missing_from] The reader lacks the entries from this index up to `from`, because the number of entries in an answer is limited. Get them from `GET /api/tables/{id}/steps`.
 */

/**
 * A seat that could not move.
 * @typedef {object} Skipped
 * @property {string} reason The reason, as a clause.
 * @property {number} seat The number of the seat, from 1.
 */

/**
 * @typedef {(Table | ShortTable)} Standing
 */

/**
 * A position of another table.
 * @typedef {object} StartFrom
 * @property {number} step The number of steps after which it is continued.
 * @property {Id} table The table of the game.
 */

/**
 * A step of the game.
 * @typedef {object} Step
 * @property {(number | null)} [by] The seat that made the step, from 1; `null` for the die.
 * @property {(number | null)} [clock_ms] The time that the player had left after the step, in milliseconds.
 * @property {string[]} [effects] What the step did, as short phrases: `jump`, `captures 3`.
 * @property {boolean} [known] Is it a roll that had been seen before it was taken back? It is known because the dice do not change. Left out if it is not.
 * @property {string} readable The step as people read it: `b3–c5`.
 * @property {Skipped[]} [skipped] The seats that could not move after it.
 * @property {string} step The step as typed.
 */

/**
 * A page of a game's steps.
 * @typedef {object} StepsPage
 * @property {number} facts The number of events at the table. Pages with the same number belong together.
 * @property {number} from The index of the first step, from 0.
 * @property {Step[]} list The steps from there on, at most 1000.
 * @property {boolean} more Are there more steps after these?
 * @property {number} total The number of all steps of the game.
 */

/**
 * A table as one reader sees it.
 * @typedef {(Common & { maker: boolean, moves?: (string[] | null), scene?: (Scene | null), seats: Seat[] })} Table
 */

/**
 * A command at a table.
 * @typedef {(Deed & { request?: (string | null), state?: (number | null) })} Told
 */

/**
 * What comes next.
 * @typedef {({ kind: ("waiting") } | { kind: ("move"), seat: number } | { kind: ("roll") } | { kind: ("over") })} Turn
 */

/**
 * A variation: moves that could have been played.
 * @typedef {object} Variation
 * @property {number} after The number of steps after which it begins.
 * @property {string} name The name of the person who added it.
 * @property {string[]} readable The steps as people read them.
 * @property {string[]} steps The steps of the variation, as typed.
 */

/**
 * The result of a game.
 * @typedef {({ kind: ("won"), seat: number } | { kind: ("draw") } | { kind: ("scored") } | { kind: ("stopped") })} Verdicted
 */

/**
 * The player for a seat of a new table.
 * @typedef {({ kind: ("me") } | { kind: ("friend") } | { kind: ("open") } | { kind: ("engine"), level: number } | { kind: ("random") } | { kind: ("program"), program: string })} Wanted
 */

/**
 * A new player.
 * @typedef {object} Welcome
 * @property {Player} player The player.
 * @property {string} token The token that identifies the player. Keep it secret. The server sends it only once.
 */

/**
 * Why clicks make no legal move.
 * @typedef {object} Why
 * @property {(string | null)} [refusal] The reason as a clause; `null` if the clicks make a legal move.
 */

export {};
