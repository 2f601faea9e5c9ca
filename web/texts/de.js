/** German. */

/** @type {import("./en.js").Texts} */
export const texts = {
  brand: "Ludoteca",
  skip: "Zum Inhalt springen",
  pages: "Seiten",
  newGame: "Neue Partie",
  rules: "Regeln",
  rulesOf: (title) => `Regeln von ${title}`,
  notation: "Notation und Optionen",
  playThis: "Dieses Spiel spielen",
  guest: "Gast",
  loading: "Wird geladen …",
  reconnecting: "Verbindung verloren, wird wiederhergestellt …",
  again: "Erneut versuchen",
  close: "Schließen",
  cancel: "Abbrechen",
  copy: "Kopieren",
  copied: "Kopiert",
  copiedShort: "Kopiert ✓",
  notCopied:
    "Der Browser hat das Kopieren nicht erlaubt. Bitte markiere den Text und kopiere ihn von Hand.",

  errors: {
    offline: "Der Server ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.",
    tooMany: (wait) =>
      `Zu viele Anfragen. Versuche es ${wait ? `in ${count(wait, "Sekunde", "Sekunden")}` : "gleich"} noch einmal.`,
    busy: "Der Server ist ausgelastet. Versuche es gleich noch einmal.",
    failed: (status) =>
      `Der Server konnte das nicht ausführen (${status}). Versuche es gleich noch einmal.`,
    noGames: "Der Server hat keine Spiele.",
    cannotDraw: "Dieser Browser kann keine Bilder zeichnen.",
    cannotSave: "Dieser Browser kann keine Bilder speichern.",
  },

  home: {
    title: "Gemeinsam Brettspiele spielen",
    text: "Mit einem Klick gegen den Computer, oder mit einem Link für eine Freundin oder einen Freund. Ohne Konto, ohne Installation.",
  },

  missing: {
    title: "Seite nicht gefunden",
    text: "Unter dieser Adresse gibt es keine Seite.",
    game: "Dieses Spiel gibt es nicht",
    trouble: "Etwas ist schiefgegangen",
    home: "Zur Startseite",
  },

  setup: {
    game: "Spiel",
    playOn: "Ab hier weiterspielen",
    fromStep: (title, step) =>
      `${title}, ab der ${step === 0 ? "Anfangsstellung" : `Stellung nach Zug ${step}`}`,
    thatGame: "dieser Partie",
    another: "lieber ein anderes Spiel",
    players: "Spieler",
    count: "Anzahl der Spieler",
    seat: (number, symbol, side) => `Platz ${number}, ${side ?? symbol}`,
    kinds: {
      me: "Ich",
      friend: "Jemand per Link",
      open: "Wer möchte",
      engine: "Engine",
      random: "Zufällige Züge",
    },
    program: ({ name, busy }) => `Programm ${name}${busy ? " (beschäftigt)" : ""}`,
    swap: "Plätze tauschen",
    rotate: "Plätze reihum tauschen",
    board: "Spielbrett und Regeln",
    terms: "Uhr und Sichtbarkeit",
    position: "Anfangsstellung",
    positionNote: "In der Schreibweise aus den Spielregeln.",
    positionUsual: "die übliche",
    allowed: (min, max, odd) =>
      `Gib eine ${odd ? "ungerade " : ""}Zahl ${max === null ? `ab ${min}` : `von ${min} bis ${max}`} ein.`,
    allowedIs: (allowed) => `Erlaubt: ${allowed}.`,
    range: (min, max, odd) =>
      `${odd ? "ungerade, " : ""}${max === null ? `ab ${min}` : `${min} bis ${max}`}`,
    cells: {
      none: "keine",
      drawn: "zufällige Felder",
      cells: "diese Felder",
      which: "Welche Felder",
      form: "Zeile,Spalte jedes Feldes, getrennt durch /",
      example: "2,3/4,3",
      count: "Anzahl der Felder",
      again: "Andere zufällige Felder",
      mirror: "in allen vier Vierteln gleich",
    },
    clock: {
      title: "Bedenkzeit",
      names: {
        none: "Ohne Uhr",
        blitz: "Blitz 3+2",
        rapid: "Schnell 10+5",
        days: "3 Tage pro Zug",
      },
      label: "Uhr",
      kinds: {
        none: "Ohne Uhr",
        move: "Zeit pro Zug",
        game: "Zeit pro Partie",
        days: "Tage pro Zug",
      },
      seconds: "Sekunden pro Zug",
      minutes: "Minuten",
      increment: "Zusätzliche Sekunden pro Zug",
      days: "Tage pro Zug",
    },
    listed: "Tisch in den öffentlichen Listen zeigen",
    name: "Dein Name",
    preview: (title) => `Das Spielbrett von ${title}`,
    play: "Spielen",
    watch: "Zuschauen",
    invite: "Einladungslink erstellen",
    open: "Tisch eröffnen",
    making: "Einen Moment …",
    pickGame: "Wähle ein Spiel",
    stopBoards: "Bretter anhalten",
    startBoards: "Bretter spielen lassen",
    titleOf: (title) => `${title} spielen`,
    what: "Was möchtest du tun?",
    verbs: { computer: "Gegen den Computer", friend: "Mit Freunden", watch: "Zuschauen" },
    preset: "Variante",
    own: "Eigene",
    opponent: "Gegner",
    opponentAt: (name, level) => `${name} (Stufe ${level})`,
    levelOf: (level, most) => `Stufe ${level} von ${most}`,
    measured: (share, name) => `holt ${share} % der Punkte gegen ${name}`,
    who: "Wer spielt mit?",
    others: { friend: "Jemand mit Link", open: "Wer will", me: "Jemand neben dir" },
    side: "Du spielst",
    begins: (side) => `${side} (beginnt)`,
    byLot: "Auslosen",
    customise: "Anpassen",
    playerCount: (least, most) => `${range(least, most)} Spieler`,
    minutes: (least, most) => `${range(least, most)} min`,
  },

  lists: {
    mine: "Meine Partien",
    open: "Offene Tische",
    playing: "Laufende Partien",
    over: "Beendete Partien",
    noneYet: "Hier werden deine Partien stehen.",
    noneMine: "Du hast noch keine Partien. Wähle oben ein Spiel.",
    noneOpen: "Keine offenen Partien.",
    nonePlaying: "Gerade spielt niemand öffentlich.",
    more: "Mehr anzeigen",
    against: " – ",
    startOne: "Eine beginnen",
    playNow: (title) => `Jetzt ${title} spielen`,
    letTwoMeet: "Zwei Gegner spielen lassen",
    watchNow: "Laufende Partien",
    letThemPlay:
      "Gerade spielt niemand öffentlich. Lass Spieler des Hauses gegeneinander antreten:",
    orLetThemPlay: "Oder lass Spieler des Hauses gegeneinander antreten:",
  },

  seats: {
    above: "Spieler über dem Spielbrett",
    below: "Spieler unter dem Spielbrett",
    friend: "Wartet auf Mitspieler",
    open: "Freier Platz",
    engine: (level) => `Engine (Stufe ${level})`,
    random: "Zufall",
    withSymbol: (name, symbol) => `${name} als ${symbol}`,
    you: "du",
    winner: "Sieger",
    toMove: "am Zug",
    points: (points) => count(points, "Punkt", "Punkte"),
    thinking: "denkt nach …",
    here: "online",
    away: "abwesend",
    dismiss: (name) => `${name} entfernen`,
    dismissQuestion: (name) =>
      `${name} vom Tisch entfernen? Dann kann jemand anders den Platz einnehmen.`,
    dismissYes: "Entfernen",
    awayFor: (ms) =>
      `abwesend seit ${ms < 120_000 ? count(Math.round(ms / 1000), "Sekunde", "Sekunden") : count(Math.round(ms / 60_000), "Minute", "Minuten")}`,
  },

  status: {
    label: "Stand der Partie",
    closed: "Dieser Tisch wurde geschlossen",
    waiting: (free) =>
      free === 0
        ? "Die Partie beginnt gleich"
        : free === 1
          ? "Es fehlt noch ein Spieler"
          : `Es fehlen noch ${free} Spieler`,
    invited: "Du bist eingeladen",
    roll: "Es wird gewürfelt",
    yourTurn: "Du bist am Zug",
    yourTurnAs: (symbol) => `Du bist als ${symbol} am Zug`,
    turn: (name) => `${name} ist am Zug`,
    thinking: (name) => `${name} denkt nach`,
    over: "Die Partie ist zu Ende",
    draw: "Remis",
    stopped: "Die Partie wurde abgebrochen",
    scored: (points) => `Ergebnis: ${points}`,
    youWon: "Du hast gewonnen",
    youLost: "Du hast verloren",
    lostBy: {
      resigned: "Du hast aufgegeben.",
      out_of_time: "Deine Zeit ist abgelaufen.",
      left: "Du hast die Partie verlassen.",
      was_away: "Du warst zu lange weg.",
    },
    won: (name) => `${name} hat gewonnen`,
  },

  clock: {
    label: (time) => `Noch ${time}`,
    warning: (left) => `Weniger als ${left} Sekunden übrig`,
    move: (each) => `${each} s pro Zug`,
    game: (minutes, increment) => `${minutes} min + ${increment} s`,
    days: (days) => `${count(days, "Tag", "Tage")} pro Zug`,
    daysLeft: (days, hours) => `${days} T. ${hours} Std.`,
  },

  board: {
    label: "Spielbrett",
    keys: "Pfeiltasten wechseln das Feld, Eingabe oder Leertaste wählt es, Escape bricht die Auswahl ab.",
    keysOfLaid: "R dreht den Spielstein, L legt ihn ab.",
    die: (face) => `Der Würfel zeigt ${face}.`,
    lastMove: "letzter Zug",
    isChosen: "gewählt",
    isPlanned: "vorgemerkt",
    isTarget: "spielbar",
    chosen: (label, targets) => `${label} gewählt, ${count(targets, "Feld", "Felder")} spielbar`,
    cancelled: "Auswahl abgebrochen",
    planned: (labels) => `Vorgemerkt: ${labels}. Der Zug wird gespielt, sobald du am Zug bist.`,
    plannedShort: (labels) => `Vorgemerkt: ${labels}`,
    planBegun: (label) => `Vorgemerkt von ${label} aus. Wähle das Ziel.`,
    zoomed: "Vergrößert: Tippe auf das Feld, das du meinst.",
    wholeBoard: "Das ganze Spielbrett zeigen",
    wouldCover: (from, to) =>
      from === to ? `Würde ${from} bedecken` : `Würde ${from} bis ${to} bedecken`,
    whichMove: "Welcher Zug?",
  },

  table: {
    title: "Tisch",
    unknown: "Diesen Tisch gibt es nicht",
    unknownText:
      "Der Link ist vielleicht unvollständig, oder der Tisch wurde nie auf diesem Server eröffnet.",
    flip: "Spielbrett drehen",
    playOn: "Ab hier weiterspielen",
    back: "Zurück zur Partie",
    earlier: "Das ist eine frühere Stellung. Geh zurück zur Partie, um zu ziehen.",
    watching: "Du schaust zu. Nur die Spieler können ziehen.",
    youWatch: "Du schaust zu",
    watchers: (number) => count(number, "Zuschauer", "Zuschauer"),
    noMove: "Dieser Zug ist nicht erlaubt.",
    mayPlan: "Du kannst deinen nächsten Zug schon vormerken.",
    planDropped: "Der vorgemerkte Zug ist nicht mehr erlaubt.",
    faces: "Der Würfel zeigt",
  },

  share: {
    title: "Bevor die Partie beginnt",
    invite: (side) => `Lade jemanden ein, der ${side} spielt`,
    open: "Lade alle ein: Dieser Link führt zu einem freien Platz",
    watch: "Link für Zuschauer",
    lasting: "Dauerhafter Link zu dieser Partie",
    invited: (title) => `Du bist zu einer Partie ${title} eingeladen`,
    free: (title) => `Für eine Partie ${title} ist ein Platz frei`,
    sit: (side) => `${side} spielen`,
    sitInvited: "Platz nehmen",
    stand: (symbol) => `Platz ${symbol} freigeben`,
    close: "Tisch schließen",
    invitedBy: (by, title) => `${by} lädt dich zu einer Partie ${title} ein`,
    yourSide: (side, begins) => `Du spielst ${side}${begins ? " und beginnst" : ""}`,
    waitsFor: (name, title) => `${name} wartet auf jemanden für eine Partie ${title}`,
    share: "Link teilen",
    code: "QR-Code",
    codeOf: (link) => `QR-Code von ${link}`,
    onlyHere:
      "Dieser Link funktioniert nur auf diesem Computer. Um jemanden an einem anderen Gerät einzuladen, öffne die Seite unter der Netzwerkadresse dieses Computers.",
    betterLink:
      "Der Link führt zur Adresse dieses Computers im Netz, damit andere Geräte in der Nähe ihn öffnen können.",
  },

  actions: {
    label: "Aktionen",
    offer: { draw: "Remis anbieten", takeback: "Zurücknehmen", rematch: "Revanche" },
    offerOf: {
      draw: "Remisangebot",
      takeback: "Bitte um Zurücknahme",
      rematch: "Revancheangebot",
    },
    offered: {
      draw: (who) => `${who} bietet Remis an.`,
      takeback: (who) => `${who} möchte einen Zug zurücknehmen.`,
      rematch: (who) => `${who} möchte eine Revanche.`,
    },
    youOffered: {
      draw: "Du hast Remis angeboten.",
      takeback: "Du hast darum gebeten, einen Zug zurückzunehmen.",
      rematch: "Du hast um eine Revanche gebeten.",
    },
    accept: "Annehmen",
    decline: "Ablehnen",
    withdraw: "Zurückziehen",
    resign: "Aufgeben",
    hint: "Tipp",
    hinting: "Denkt nach …",
    hinted: (step) => `Tipp: ${step}`,
    review: "Analyse",
    resignQuestion: "Diese Partie aufgeben?",
    claim: "Sieg beanspruchen",
    claimNow: (who) => `${who} ist schon zu lange abwesend.`,
    claimLater: (who, wait) => `${who} ist abwesend. In ${wait} kannst du den Sieg beanspruchen.`,
    toRematch: "Zur Revanche",
    exchange: "Rollen tauschen",
  },

  steps: {
    title: "Züge",
    none: "Noch keine Züge.",
    type: "Zug eingeben",
    play: "Ziehen",
    at: (after, words) =>
      after === 0 ? "Anfangsstellung" : `Nach Zug ${after}${words && `. ${words}`}`,
    go: "Durch die Partie blättern",
    first: "Erste Stellung",
    previous: "Vorige Stellung",
    next: "Nächste Stellung",
    last: "Letzte Stellung",
    die: "Würfel",
    made: (who, step) => `${who}: ${step}`,
    rolled: (face) => `Der Würfel zeigt ${face}`,
    skipped: (who, reason) => `${who} ${reason ? `${reason} und ` : ""}setzt aus`,
    takenBack: "Züge wurden zurückgenommen",
    known: "bekannt",
    knownAbout: "Dieser Wurf war schon zu sehen, bevor er zurückgenommen wurde: Er bleibt gleich",
  },

  marks: {
    mistake: { about: "Fehler", one: "ein Fehler" },
    blunder: { about: "grober Fehler", one: "ein grober Fehler" },
  },

  chat: {
    title: "Chat",
    log: "Chatnachrichten",
    label: "Schreib etwas",
    send: "Senden",
    says: (name, text) => `${name}: ${text}`,
    mute: (name) => `${name} stummschalten`,
    muteHere: (name) => `${name} an diesem Tisch für alle stummschalten`,
    muted: "Stummgeschaltete Personen",
    isMuted: (name) => `Du hast ${name} stummgeschaltet.`,
    isMutedHere: (name) => `${name} ist an diesem Tisch stummgeschaltet.`,
    unmute: "Stummschaltung aufheben",
    unmuteWho: (name) => `Stummschaltung von ${name} aufheben`,
  },

  review: {
    title: "Analyse",
    running: (done, of) => `Die Engine analysiert die Partie: ${done} von ${of}`,
    failed: "Die Partie konnte nicht analysiert werden.",
    bar: (words) => `Bewertung der Stellung: ${words}`,
    graph: "Bewertung jeder Stellung; ein Klick führt dorthin",
    best: "Bester Zug:",
    then: "und dann",
    marked: (one, better) => `Der letzte Zug war ${one}${better && `; besser war ${better}`}.`,
    tryMoves: "Auf dem Spielbrett kannst du ab jeder Stellung andere Züge ausprobieren.",
    variation: (after, line) =>
      `Variante ${after === 0 ? "ab der Anfangsstellung" : `nach Zug ${after}`}: ${line}`,
    depth: (depth) => `Die Engine hat ${count(depth, "Halbzug", "Halbzüge")} vorausgerechnet.`,
    look: "Engine fragen",
    looking: "Die Engine denkt nach …",
    keep: "Variante behalten",
    drop: "Variante löschen",
  },

  tally: {
    caption: "Wie gut jeder gespielt hat",
    seat: "Platz",
    marks: { best: "Beste", fine: "Gute", mistake: "Fehler", blunder: "Grobe Fehler" },
    loss: "Verlust",
    lossAbout: "Was ein Zug im Vergleich zum besten durchschnittlich gekostet hat",
  },

  files: {
    title: "Herunterladen",
    record: "Partieaufzeichnung",
    analysed: "Aufzeichnung mit Analyse",
    svg: "Bild (SVG)",
    png: "Bild (PNG)",
    position: "Stellung kopieren",
    board: "Spielbrett als Text kopieren",
  },

  fair: {
    title: "Faire Würfel",
    promise:
      "Mit diesem Hash hat sich der Server auf seine Zufallszahlen festgelegt. Der Startwert dazu wird am Ende der Partie gezeigt. Bei Spielen mit Würfeln steuern die Browser der Spieler eigene Zufallszahlen bei, sodass niemand allein über die Würfe bestimmt.",
    check:
      "Lade die Partieaufzeichnung herunter und führe den Befehl unten aus. Er prüft, ob der Startwert diesen Hash hat und ob sich alle Würfe aus dem Startwert und den Beiträgen der Spieler ergeben.",
    fits: "Der Startwert passt zu dem Hash, der diesem Browser zu Beginn gezeigt wurde.",
    fitsNot: (shown, hash) =>
      `Der Startwert passt nicht. Diesem Browser wurde zu Beginn ${shown} gezeigt, der Hash des Startwerts ist aber ${hash}.`,
    changed: (shown) =>
      `Der Hash hat sich geändert. Diesem Browser wurde zu Beginn ${shown} gezeigt.`,
    byHand: (shown) =>
      `Browser berechnen Hashes nur auf Seiten mit https. Zu Beginn war der Hash ${shown}: Der Befehl unten vergleicht ihn mit dem Startwert.`,
    notHere:
      "Dieser Browser hat den Tisch vor dem Ende der Partie nicht gesehen und weiß daher nicht, welcher Hash damals gezeigt wurde.",
    lost: (entropy) => `Der Beitrag dieses Browsers fehlt: ${entropy}.`,
    contribution: (who, ours) => `Beitrag von ${who}${ours ? " (dieser Browser)" : ""}`,
    copy: "Befehl kopieren",
    commitment: "SHA-256 des Startwerts",
    seed: "Startwert",
  },

  settings: {
    title: "Einstellungen",
    language: "Sprache",
    name: "Dein Name",
    theme: "Farben",
    themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
    board: "Spielbrett",
    boards: { own: "Je nach Spiel", wood: "Holz", slate: "Schiefer", paper: "Papier" },
    pieces: "Spielsteine",
    sets: { own: "Je nach Spiel", letters: "Mit Buchstaben" },
    sound: "Ton bei jedem Zug",
    animation: "Spielsteine animieren",
    confirm: "Vor dem Aufgeben nachfragen",
    done: "Fertig",
  },

  data: {
    title: "Deine Daten",
    about:
      "Der Server kennt deinen Namen, deine Partien und deine Chatnachrichten sowie einen Schlüssel, den nur dieser Browser hat.",
    download: "Meine Daten herunterladen",
    delete: "Meine Daten löschen",
    question:
      "Deinen Namen und alle deine Chatnachrichten löschen und alle laufenden Partien aufgeben? Das lässt sich nicht rückgängig machen.",
    yes: "Alles löschen",
    deleted: "Deine Daten wurden gelöscht",
  },

  keys: {
    title: "Tasten",
    groups: [
      {
        title: "Auf dem Spielbrett",
        keys: [
          ["Tab", "zum Spielbrett oder davon weg"],
          ["Pfeiltasten", "das Feld wechseln"],
          ["Eingabe oder Leertaste", "wählen"],
          ["Esc", "die Auswahl abbrechen"],
          ["Rechte Maustaste", "Pfeile und Kreise zeichnen, oder die Auswahl abbrechen"],
        ],
      },
      {
        title: "Überall sonst",
        keys: [
          ["← →", "einen Zug zurück oder vor"],
          ["Pos1, Ende", "zum Anfang oder zum Ende der Partie"],
        ],
      },
    ],
  },
};

/**
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
function count(number, one, many) {
  return `${String(number).replace("-", "−")} ${number === 1 ? one : many}`;
}

/**
 * @param {number} least
 * @param {number} most
 */
function range(least, most) {
  return least === most ? String(most) : `${least}–${most}`;
}
