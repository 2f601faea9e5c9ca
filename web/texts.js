/** All that the page says in words; what it says about games comes from the server. */

export const texts = {
  brand: "Ludoteca",
  pages: "Pages",
  newGame: "New game",
  rules: "Rules",
  rulesOf: (/** @type {string} */ title) => `Rules of ${title}`,
  playThis: "Play this game",
  guest: "Guest",
  loading: "Loading…",
  reconnecting: "Connection lost, reconnecting…",
  again: "Try again",
  close: "Close",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  copiedShort: "Copied ✓",
  notCopied: "The browser did not allow copying; please mark the text and copy it by hand",

  errors: {
    offline: "The server cannot be reached. Check the connection and try again.",
    tooMany: (/** @type {number | undefined} */ wait) =>
      `That was too often. Try again in ${wait ? seconds(wait) : "a moment"}.`,
    busy: "The server is busy. Try again in a moment.",
    failed: (/** @type {number} */ status) =>
      `The server could not do that (${status}). Try again in a moment.`,
    noGames: "The server has no games.",
  },

  home: {
    title: "Board games, together",
    text: "Play the engine with one click, or send a friend a link. No account, nothing to install.",
  },

  missing: {
    title: "Nothing here",
    text: "There is no page at this address.",
    game: "There is no such game",
    trouble: "Something went wrong",
    home: "To the first page",
  },

  setup: {
    game: "Game",
    playOn: "Play on from here",
    fromStep: (/** @type {string} */ title, /** @type {number} */ step) =>
      `${title}, from the position after ${count(step, "step")} of`,
    thatGame: "that game",
    another: "another game instead",
    players: "Players",
    count: "How many",
    seat: (
      /** @type {number} */ number,
      /** @type {string} */ symbol,
      /** @type {string | undefined} */ side,
    ) => `Seat ${number}, ${side ?? symbol}`,
    kinds: {
      me: "Me",
      friend: "A friend, by link",
      open: "Anybody",
      engine: "Engine",
      random: "Random moves",
    },
    program: (/** @type {{name: string, busy: boolean}} */ program) =>
      `Program ${program.name}${program.busy ? " (busy)" : ""}`,
    level: (/** @type {number} */ level) => `Level ${level}`,
    swap: "Swap seats",
    rotate: "Everybody one seat on",
    board: "Board and rules",
    terms: "Clock and lobby",
    position: "Start position",
    positionNote: "As the rules of the game write positions.",
    positionUsual: "the usual one",
    allowed: (/** @type {number} */ min, /** @type {number} */ max, /** @type {boolean} */ odd) =>
      `Allowed is ${odd ? "an odd" : "a"} number from ${min} to ${max}.`,
    range: (
      /** @type {number} */ min,
      /** @type {number | null} */ max,
      /** @type {boolean} */ odd,
    ) => `${odd ? "odd, " : ""}${min} to ${max ?? "any"}`,
    cells: {
      none: "none",
      drawn: "drawn at random",
      cells: "these cells",
      which: "Which cells",
      form: "row,col joined by /",
      example: "2,3/4,3",
      count: "How many",
      again: "Draw again",
      mirror: "the same in all four quarters",
    },
    clock: {
      label: "Clock",
      kinds: {
        none: "No clock",
        move: "Time for each move",
        game: "Time for the game",
        days: "Days for each move",
      },
      seconds: "Seconds a move",
      minutes: "Minutes",
      increment: "Seconds added a move",
      days: "Days a move",
    },
    listed: "Show the table in the lobby",
    name: "Your name",
    preview: (/** @type {string} */ title) => `The board of ${title}`,
    play: "Play",
    watch: "Watch",
    invite: "Make an invite link",
    open: "Open the table",
    making: "One moment…",
  },

  lists: {
    mine: "My games",
    open: "Open tables",
    playing: "Being played",
    over: "Finished games",
    noneYet: "Games that you play will be listed here.",
    noneMine: "You have no games yet.",
    noneOpen: "Nobody waits for an opponent right now.",
    nonePlaying: "No listed game is being played right now.",
    noneOver: "No listed game has been finished yet.",
    more: "Show more",
    against: " – ",
  },

  seats: {
    label: "Seats",
    friend: "Waiting for a friend",
    open: "Free seat",
    engine: (/** @type {number} */ level) => `Engine (level ${level})`,
    random: "Random",
    withSymbol: (/** @type {string} */ name, /** @type {string} */ symbol) =>
      `${name} as ${symbol}`,
    you: "you",
    winner: "winner",
    toMove: "to move",
    points: (/** @type {number} */ points) => count(points, "point").replace("-", "−"),
    thinking: "thinking…",
    here: "here",
    away: "away",
    dismiss: (/** @type {string} */ name) => `Send ${name} away`,
    dismissQuestion: (/** @type {string} */ name) =>
      `Send ${name} away? The seat is free for somebody else then.`,
    dismissYes: "Send away",
    awayFor: (/** @type {number} */ ms) =>
      `away for ${ms < 120_000 ? seconds(Math.round(ms / 1000)) : count(Math.round(ms / 60_000), "minute")}`,
  },

  status: {
    label: "State of the game",
    closed: "This table was closed",
    waiting: (/** @type {number} */ free) =>
      free === 0
        ? "The game begins in a moment"
        : free === 1
          ? "Waiting for one more player"
          : `Waiting for ${free} players`,
    roll: "The die is rolled",
    yourTurn: "Your turn",
    yourTurnAs: (/** @type {string} */ symbol) => `Your turn as ${symbol}`,
    turn: (/** @type {string} */ name) => `${name} to move`,
    thinking: (/** @type {string} */ name) => `${name} is thinking`,
    over: "The game is over",
    draw: "Draw",
    stopped: "The game was stopped",
    scored: (/** @type {string} */ points) => `Final score: ${points}`,
    youWon: "You won",
    won: (/** @type {string} */ name) => `${name} won`,
  },

  clock: {
    label: (/** @type {string} */ time) => `${time} left`,
    warning: (/** @type {number} */ left) => `Less than ${left} seconds left`,
    move: (/** @type {number} */ each) => `${each} s a move`,
    game: (/** @type {number} */ minutes, /** @type {number} */ increment) =>
      `${minutes} min + ${increment} s`,
    days: (/** @type {number} */ days) => `${count(days, "day")} a move`,
    daysLeft: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
  },

  table: {
    title: "Table",
    unknown: "There is no such table",
    unknownText: "The link may be incomplete, or the table was never made on this server.",
    flip: "Turn board",
    playOn: "Play on from here",
    back: "Back to the game",
    earlier: "This is an earlier position; go back to the game to move.",
    watching: "You are watching; only the players can move.",
    youWatch: "You are watching",
    watchers: (/** @type {number} */ number) => (number === 1 ? "1 watches" : `${number} watch`),
    noMove: "That is no move here.",
    faces: "The die shows",
  },

  share: {
    title: "Before the game begins",
    invite: (/** @type {string} */ symbol) => `Send this link to a friend, who will play ${symbol}`,
    open: "Whoever has this link can take a free seat",
    watch: "Link for watching",
    lasting: "Lasting link to this game",
    invited: (/** @type {string} */ title) => `You are invited to a game of ${title}.`,
    free: "There is a free seat.",
    sit: (/** @type {string} */ symbol) => `Play ${symbol}`,
    sitInvited: "Take your seat",
    stand: (/** @type {string} */ symbol) => `Give up seat ${symbol}`,
    close: "Close the table",
  },

  actions: {
    label: "Actions",
    offer: { draw: "Offer a draw", takeback: "Take back", rematch: "Rematch" },
    offerOf: { draw: "Draw offer", takeback: "Takeback request", rematch: "Rematch offer" },
    offered: {
      draw: (/** @type {string} */ who) => `${who} offers a draw.`,
      takeback: (/** @type {string} */ who) => `${who} wants to take a move back.`,
      rematch: (/** @type {string} */ who) => `${who} wants a rematch.`,
    },
    youOffered: {
      draw: "You offered a draw.",
      takeback: "You asked to take a move back.",
      rematch: "You asked for a rematch.",
    },
    accept: "Accept",
    decline: "Decline",
    withdraw: "Withdraw",
    resign: "Resign",
    resignQuestion: "Give this game up?",
    claim: "Claim the game",
    claimNow: (/** @type {string} */ who) => `${who} has been away for long.`,
    claimLater: (/** @type {string} */ who, /** @type {string} */ wait) =>
      `${who} is away. You can claim the game in ${wait}.`,
    toRematch: "To the rematch",
  },

  steps: {
    title: "Moves",
    none: "No move yet.",
    type: "Type a move",
    play: "Move",
    at: (/** @type {number} */ after, /** @type {string} */ words) =>
      `After ${count(after, "step")}${words && `. ${words}`}`,
    go: "Go through the game",
    first: "First position",
    previous: "Previous position",
    next: "Next position",
    last: "Last position",
    die: "die",
    made: (/** @type {string} */ who, /** @type {string} */ step) => `${who}: ${step}`,
    rolled: (/** @type {string} */ face) => `The die shows ${face}`,
    skipped: (/** @type {string} */ who, /** @type {string} */ reason) =>
      `${who} is skipped${reason ? `: ${reason}` : ""}`,
    takenBack: "Moves were taken back",
    known: "known",
    knownAbout: "This roll had been seen before it was taken back: the dice do not change",
  },

  /** What the engine calls steps that people should look at. @type {Record<string, {sign: string, about: string} | undefined>} */
  marks: {
    mistake: { sign: "?", about: "mistake" },
    blunder: { sign: "??", about: "blunder" },
  },

  chat: {
    title: "Chat",
    log: "What was said",
    label: "Say something",
    send: "Send",
    says: (/** @type {string} */ name, /** @type {string} */ text) => `${name}: ${text}`,
    mute: (/** @type {string} */ name) => `Mute ${name}`,
    muteHere: (/** @type {string} */ name) => `Mute ${name} for everybody at this table`,
    muted: "Muted people",
    isMuted: (/** @type {string} */ name) => `You have muted ${name}.`,
    isMutedHere: (/** @type {string} */ name) => `${name} is muted at this table.`,
    unmute: "Unmute",
    unmuteWho: (/** @type {string} */ name) => `Unmute ${name}`,
  },

  review: {
    title: "Analysis",
    analyse: "Analyse the game",
    running: (/** @type {number} */ done, /** @type {number} */ of) =>
      `The engine looks at the game: ${done} of ${of}`,
    bar: (/** @type {string} */ words) => `What the position is worth: ${words}`,
    graph: "What each position is worth; click to go there",
    best: "Best here:",
    then: "and then",
    marked: (/** @type {string} */ about, /** @type {string} */ instead) =>
      `The last step was ${article(about)}${instead ? `; better was ${instead}` : ""}.`,
    tryMoves: "Play on the board to try something else from any position.",
    variation: (/** @type {number} */ after, /** @type {string} */ line) =>
      `Variation after step ${after}: ${line}`,
    depth: (/** @type {number} */ depth) => `The engine looked ${count(depth, "step")} ahead.`,
    look: "Ask the engine",
    looking: "The engine is looking…",
    keep: "Keep this variation",
    drop: "Drop it",
  },

  tally: {
    caption: "How well each seat played",
    seat: "Seat",
    marks: { best: "Best", fine: "Fine", mistake: "Mistakes", blunder: "Blunders" },
    loss: "Loss",
    lossAbout: "What a move lost on average beside the best one",
    percent: (/** @type {number} */ value) => `${value.toFixed(1)} %`,
  },

  files: {
    title: "Take along",
    record: "Record",
    analysed: "Record with analysis",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    position: "Copy position",
    board: "Copy board as text",
  },

  fair: {
    title: "Fair chance",
    promise:
      "The server has promised its random numbers by this hash. Their seed is shown when the game is over. In games with dice, the players’ browsers add random numbers of their own, so that nobody chooses the rolls alone.",
    check:
      "Download the record and run the command below: it checks that the seed has this hash, and that all rolls follow from it and from what the players contributed.",
    fits: "The seed fits the hash that this browser was shown at the start.",
    fitsNot: (/** @type {string} */ shown, /** @type {string} */ hash) =>
      `The seed does not fit. This browser was shown ${shown} at the start, and the hash of the seed is ${hash}.`,
    changed: (/** @type {string} */ shown) =>
      `The hash has changed. This browser was shown ${shown} at the start.`,
    byHand: (/** @type {string} */ shown) =>
      `Browsers compute hashes only on pages with https. At the start the hash was ${shown}: the command below compares it with the seed.`,
    notHere:
      "This browser did not see the table before the game was over, so it cannot tell which hash was promised then.",
    lost: (/** @type {string} */ entropy) =>
      `What this browser contributed is missing: ${entropy}.`,
    contribution: (/** @type {string} */ who, /** @type {boolean} */ ours) =>
      `Contributed by ${who}${ours ? " (this browser)" : ""}`,
    copy: "Copy command",
    commitment: "SHA-256 of the seed",
    seed: "Seed",
  },

  settings: {
    title: "Settings",
    name: "Your name",
    theme: "Theme",
    themes: { system: "As the system", light: "Wood (light)", dark: "Slate (dark)" },
    sound: "Sound when a move is made",
    animation: "Pieces move softly",
    confirm: "Ask before resigning",
    done: "Done",
  },

  data: {
    title: "Your data",
    about:
      "The server knows your name, your games and what you said, and a token that only this browser has.",
    download: "Download my data",
    delete: "Delete my data",
    question:
      "Delete your name and all that you said, and give up all games that are not over? This cannot be undone.",
    yes: "Delete everything",
    deleted: "Your data has been deleted",
  },

  keys: {
    title: "Keys",
    groups: [
      {
        title: "On the board",
        keys: [
          ["Tab", "to the board and away from it"],
          ["Arrows", "from place to place"],
          ["Enter or Space", "choose"],
          ["Esc", "take the choice back"],
        ],
      },
      {
        title: "Elsewhere",
        keys: [
          ["← →", "one step back or on"],
          ["Home, End", "to the start or the end of the game"],
        ],
      },
    ],
  },
};

/**
 * @param {number} number
 * @param {string} noun
 */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** @param {number} number */
function seconds(number) {
  return count(number, "second");
}

/** @param {string} noun */
function article(noun) {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
