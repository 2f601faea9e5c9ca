/** English. A text that is missing in another language is a type error there. */

/** @typedef {typeof texts} Texts */

export const texts = {
  brand: "Ludoteca",
  skip: "Skip to the content",
  pages: "Pages",
  newGame: "New game",
  rules: "Rules",
  rulesOf: (/** @type {string} */ title) => `Rules of ${title}`,
  notation: "Notation and options",
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
  notCopied: "The browser did not allow copying. Please select the text and copy it by hand.",

  errors: {
    offline: "The server cannot be reached. Check the connection and try again.",
    tooMany: (/** @type {number | undefined} */ wait) =>
      `Too many requests. Try again in ${wait ? count(wait, "second") : "a moment"}.`,
    busy: "The server is busy. Try again in a moment.",
    failed: (/** @type {number} */ status) =>
      `The server could not do that (${status}). Try again in a moment.`,
    noGames: "The server has no games.",
    cannotDraw: "This browser cannot draw pictures.",
    cannotSave: "This browser cannot save pictures.",
  },

  home: {
    title: "Board games, together",
    text: "Play the computer with one click, or send a friend a link. No account, nothing to install.",
  },

  missing: {
    title: "Page not found",
    text: "There is no page at this address.",
    game: "There is no such game",
    trouble: "Something went wrong",
    home: "Home page",
  },

  setup: {
    game: "Game",
    playOn: "Play on from here",
    fromStep: (/** @type {string} */ title, /** @type {number} */ step) =>
      `${title}, from the ${step === 0 ? "start position" : `position after move ${step}`} of`,
    thatGame: "that game",
    another: "another game instead",
    players: "Players",
    count: "Number of players",
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
    swap: "Swap seats",
    rotate: "Rotate seats",
    board: "Board and rules",
    terms: "Clock and visibility",
    position: "Start position",
    positionNote: "In the notation that the rules of the game describe.",
    positionUsual: "the usual one",
    allowed: (
      /** @type {number} */ min,
      /** @type {number | null} */ max,
      /** @type {boolean} */ odd,
    ) =>
      `Enter ${odd ? "an odd number" : "a number"} ${max === null ? `of at least ${min}` : `from ${min} to ${max}`}.`,
    allowedIs: (/** @type {string} */ allowed) => `Allowed: ${allowed}.`,
    range: (
      /** @type {number} */ min,
      /** @type {number | null} */ max,
      /** @type {boolean} */ odd,
    ) => `${odd ? "odd, " : ""}${max === null ? `${min} or more` : `${min} to ${max}`}`,
    cells: {
      none: "none",
      drawn: "random cells",
      cells: "these cells",
      which: "Which cells",
      form: "row,column of each cell, joined by /",
      example: "2,3/4,3",
      count: "Number of cells",
      again: "Other random cells",
      mirror: "the same in all four quarters",
    },
    clock: {
      title: "Time",
      names: { none: "No clock", blitz: "Blitz 3+2", rapid: "Rapid 10+5", days: "3 days a move" },
      label: "Clock",
      kinds: {
        none: "No clock",
        move: "Time for each move",
        game: "Time for the game",
        days: "Days for each move",
      },
      seconds: "Seconds per move",
      minutes: "Minutes",
      increment: "Seconds added per move",
      days: "Days per move",
    },
    listed: "Show the table in the public lists",
    name: "Your name",
    preview: (/** @type {string} */ title) => `The board of ${title}`,
    play: "Play",
    watch: "Watch",
    invite: "Make an invite link",
    open: "Open the table",
    making: "One moment…",
    pickGame: "Choose a game",
    stopBoards: "Stop the boards",
    startBoards: "Let the boards play",
    titleOf: (/** @type {string} */ title) => `Play ${title}`,
    what: "What would you like to do?",
    verbs: { computer: "Play the computer", friend: "Play a friend", watch: "Watch" },
    preset: "Variant",
    own: "Your own",
    opponent: "Opponent",
    opponentAt: (/** @type {string} */ name, /** @type {number} */ level) =>
      `${name} (level ${level})`,
    levelOf: (/** @type {number} */ level, /** @type {number} */ most) =>
      `Level ${level} of ${most}`,
    measured: (/** @type {number} */ share, /** @type {string} */ name) =>
      `takes ${share}% of the points against ${name}`,
    who: "Who plays with you?",
    others: {
      friend: "A friend, by link",
      open: "Anybody",
      me: "Somebody beside you, here",
    },
    side: "You play",
    begins: (/** @type {string} */ side) => `${side} (begins)`,
    byLot: "Draw lots",
    customise: "Customise",
    playerCount: (/** @type {number} */ least, /** @type {number} */ most) =>
      `${range(least, most)} players`,
    minutes: (/** @type {number} */ least, /** @type {number} */ most) =>
      `${range(least, most)} min`,
  },

  lists: {
    mine: "My games",
    open: "Open tables",
    playing: "Games in progress",
    over: "Finished games",
    noneYet: "Games that you play will be listed here.",
    noneMine: "You have no games yet. Choose one above.",
    noneOpen: "No open games.",
    nonePlaying: "Nobody is playing in public right now.",
    more: "Show more",
    against: " – ",
    startOne: "Start one",
    playNow: (/** @type {string} */ title) => `Play ${title} now`,
    letTwoMeet: "Let two opponents meet",
    watchNow: "Games in progress",
    letThemPlay: "Nobody is playing in public right now. Let two engines play each other:",
    orLetThemPlay: "Or let two engines play each other:",
  },

  seats: {
    above: "Players above the board",
    below: "Players below the board",
    friend: "Waiting for a friend",
    open: "Free seat",
    engine: (/** @type {number} */ level) => `Engine (level ${level})`,
    random: "Random",
    withSymbol: (/** @type {string} */ name, /** @type {string} */ symbol) =>
      `${name} as ${symbol}`,
    you: "you",
    winner: "winner",
    toMove: "to move",
    points: (/** @type {number} */ points) => count(points, "point"),
    thinking: "thinking…",
    here: "online",
    away: "away",
    dismiss: (/** @type {string} */ name) => `Remove ${name}`,
    dismissQuestion: (/** @type {string} */ name) =>
      `Remove ${name} from the table? Somebody else can take the seat then.`,
    dismissYes: "Remove",
    awayFor: (/** @type {number} */ ms) =>
      `away for ${ms < 120_000 ? count(Math.round(ms / 1000), "second") : count(Math.round(ms / 60_000), "minute")}`,
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
    invited: "You are invited",
    roll: "The die is being rolled",
    yourTurn: "Your turn",
    yourTurnAs: (/** @type {string} */ symbol) => `Your turn as ${symbol}`,
    turn: (/** @type {string} */ name) => `${name} to move`,
    thinking: (/** @type {string} */ name) => `${name} is thinking`,
    over: "The game is over",
    draw: "Draw",
    stopped: "The game was stopped",
    scored: (/** @type {string} */ points) => `Result: ${points}`,
    youWon: "You win",
    youLost: "You lose",
    lostBy: {
      resigned: "You resigned.",
      out_of_time: "Your time ran out.",
      left: "You left the game.",
      was_away: "You were away for too long.",
    },
    won: (/** @type {string} */ name) => `${name} wins`,
  },

  clock: {
    label: (/** @type {string} */ time) => `${time} left`,
    warning: (/** @type {number} */ left) => `Less than ${left} seconds left`,
    move: (/** @type {string} */ each) => `${each} s per move`,
    game: (/** @type {string} */ minutes, /** @type {string} */ increment) =>
      `${minutes} min + ${increment} s`,
    days: (/** @type {number} */ days) => `${count(days, "day")} per move`,
    daysLeft: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
  },

  board: {
    label: "Board",
    keys: "Arrow keys move between places, Enter or Space chooses, Escape cancels the choice.",
    keysOfLaid: "R turns the piece, L places it.",
    die: (/** @type {string} */ face) => `The die shows ${face}.`,
    lastMove: "last move",
    isChosen: "chosen",
    isPlanned: "planned",
    isTarget: "can be played",
    chosen: (/** @type {string} */ label, /** @type {number} */ targets) =>
      `${label} chosen, ${count(targets, "place")} can be played`,
    cancelled: "Choice cancelled",
    planned: (/** @type {string} */ labels) =>
      `Planned: ${labels}. It will be played on your turn.`,
    plannedShort: (/** @type {string} */ labels) => `Planned: ${labels}`,
    planBegun: (/** @type {string} */ label) => `Planned from ${label}. Choose where to.`,
    zoomed: "Magnified: tap the place that you mean.",
    wholeBoard: "Show the whole board",
    wouldCover: (/** @type {string} */ from, /** @type {string} */ to) =>
      from === to ? `Would cover ${from}` : `Would cover ${from} to ${to}`,
    whichMove: "Which move?",
  },

  table: {
    title: "Table",
    unknown: "There is no such table",
    unknownText: "The link may be incomplete, or the table was never made on this server.",
    flip: "Flip board",
    playOn: "Play on from here",
    back: "Back to the game",
    earlier: "This is an earlier position. Go back to the game to move.",
    watching: "You are watching. Only the players can move.",
    youWatch: "You are watching",
    watchers: (/** @type {number} */ number) => count(number, "spectator"),
    noMove: "That is not a legal move.",
    mayPlan: "You can already choose your next move.",
    planDropped: "The planned move is no longer legal.",
    faces: "The die shows",
  },

  share: {
    title: "Before the game begins",
    invite: (/** @type {string} */ side) => `Invite a friend, who will play ${side}`,
    open: "Invite anybody: this link leads to a free seat",
    watch: "Spectator link",
    lasting: "Permanent link to this game",
    invited: (/** @type {string} */ title) => `You are invited to a game of ${title}`,
    free: (/** @type {string} */ title) => `There is a free seat for a game of ${title}`,
    sit: (/** @type {string} */ side) => `Play ${side}`,
    sitInvited: "Take your seat",
    stand: (/** @type {string} */ symbol) => `Give up seat ${symbol}`,
    close: "Close the table",
    invitedBy: (/** @type {string} */ by, /** @type {string} */ title) =>
      `${by} invites you to a game of ${title}`,
    yourSide: (/** @type {string} */ side, /** @type {boolean} */ begins) =>
      `You play ${side}${begins ? " and begin" : ""}`,
    waitsFor: (/** @type {string} */ name, /** @type {string} */ title) =>
      `${name} is waiting for somebody to play ${title} with`,
    share: "Share the link",
    code: "QR code",
    codeOf: (/** @type {string} */ link) => `QR code of ${link}`,
    onlyHere:
      "This link works only on this computer. To invite somebody on another device, open the page at this computer’s network address.",
    betterLink:
      "The link leads to this computer’s address on the network, so that other devices near you can open it.",
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
    hint: "Hint",
    hinting: "Thinking…",
    hinted: (/** @type {string} */ step) => `Hint: ${step}`,
    review: "Review",
    resignQuestion: "Resign this game?",
    claim: "Claim the game",
    claimNow: (/** @type {string} */ who) => `${who} has been away for too long.`,
    claimLater: (/** @type {string} */ who, /** @type {string} */ wait) =>
      `${who} is away. You can claim the game in ${wait}.`,
    toRematch: "To the rematch",
    exchange: "Exchange roles",
  },

  steps: {
    title: "Moves",
    none: "No moves yet.",
    type: "Type a move",
    play: "Move",
    at: (/** @type {number} */ after, /** @type {string} */ words) =>
      after === 0 ? "Start position" : `After move ${after}${words && `. ${words}`}`,
    go: "Step through the game",
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
    knownAbout: "This roll was seen before it was taken back: the dice do not change",
  },

  /** The marks of bad moves, alone and in a sentence. */
  marks: {
    mistake: { about: "mistake", one: "a mistake" },
    blunder: { about: "blunder", one: "a blunder" },
  },

  chat: {
    title: "Chat",
    log: "Chat messages",
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
    running: (/** @type {number} */ done, /** @type {number} */ of) =>
      `The engine is analysing the game: ${done} of ${of}`,
    failed: "The game could not be analysed.",
    bar: (/** @type {string} */ words) => `Evaluation of the position: ${words}`,
    graph: "Evaluation of every position; click to go there",
    best: "Best move:",
    then: "and then",
    marked: (/** @type {string} */ one, /** @type {string} */ better) =>
      `The last move was ${one}${better && `; ${better} was better`}.`,
    tryMoves: "Play on the board to try other moves from any position.",
    variation: (/** @type {number} */ after, /** @type {string} */ line) =>
      `Variation ${after === 0 ? "from the start" : `after move ${after}`}: ${line}`,
    depth: (/** @type {number} */ depth) => `The engine looked ${count(depth, "move")} ahead.`,
    look: "Ask the engine",
    looking: "The engine is thinking…",
    keep: "Keep this variation",
    drop: "Delete this variation",
  },

  tally: {
    caption: "How well each seat played",
    seat: "Seat",
    marks: { best: "Best", fine: "Good", mistake: "Mistakes", blunder: "Blunders" },
    loss: "Loss",
    lossAbout: "What a move lost on average compared with the best one",
  },

  files: {
    title: "Download",
    record: "Record",
    analysed: "Record with analysis",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    position: "Copy position",
    board: "Copy board as text",
  },

  fair: {
    title: "Dice fairness",
    promise:
      "By this hash the server has committed to its random numbers. Their seed is shown when the game is over. In games with dice, the players’ browsers add random numbers of their own, so that nobody decides the rolls alone.",
    check:
      "Download the record and run the command below. It checks that the seed has this hash, and that all rolls follow from the seed and from what the players contributed.",
    fits: "The seed matches the hash that this browser was shown at the start.",
    fitsNot: (/** @type {string} */ shown, /** @type {string} */ hash) =>
      `The seed does not match. This browser was shown ${shown} at the start, but the hash of the seed is ${hash}.`,
    changed: (/** @type {string} */ shown) =>
      `The hash has changed. This browser was shown ${shown} at the start.`,
    byHand: (/** @type {string} */ shown) =>
      `Browsers compute hashes only on pages with https. At the start the hash was ${shown}: the command below compares it with the seed.`,
    notHere:
      "This browser did not see the table before the game was over, so it cannot tell which hash was shown then.",
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
    language: "Language",
    name: "Your name",
    theme: "Theme",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    board: "Board",
    boards: { own: "Each game’s own", wood: "Wood", slate: "Slate", paper: "Paper" },
    pieces: "Pieces",
    sets: { own: "Each game’s own", letters: "With letters" },
    sound: "Sound when a move is made",
    animation: "Animate the pieces",
    confirm: "Ask before resigning",
    done: "Done",
  },

  data: {
    title: "Your data",
    about:
      "The server knows your name, your games and your chat messages, and a token that only this browser has.",
    download: "Download my data",
    delete: "Delete my data",
    question:
      "Delete your name and all your chat messages, and resign all games that are not over? This cannot be undone.",
    yes: "Delete everything",
    deleted: "Your data has been deleted",
  },

  keys: {
    title: "Keys",
    groups: [
      {
        title: "On the board",
        keys: [
          ["Tab", "go to the board or leave it"],
          ["Arrows", "move between places"],
          ["Enter or Space", "choose"],
          ["Esc", "cancel the choice"],
          ["Right button", "draw arrows and rings, or cancel the choice"],
        ],
      },
      {
        title: "Elsewhere",
        keys: [
          ["← →", "one move back or forward"],
          ["Home, End", "start or end of the game"],
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
  return `${String(number).replace("-", "−")} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * @param {number} least
 * @param {number} most
 */
function range(least, most) {
  return least === most ? String(most) : `${least}–${most}`;
}
