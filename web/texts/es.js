/** Spanish. */

/** @type {import("./en.js").Texts} */
export const texts = {
  brand: "Ludoteca",
  skip: "Saltar al contenido",
  pages: "Páginas",
  newGame: "Nueva partida",
  rules: "Reglas",
  rulesOf: (title) => `Reglas de ${title}`,
  notation: "Notación y opciones",
  playThis: "Jugar a este juego",
  guest: "Invitado",
  loading: "Cargando…",
  reconnecting: "Conexión perdida, reconectando…",
  again: "Reintentar",
  close: "Cerrar",
  cancel: "Cancelar",
  copy: "Copiar",
  copied: "Copiado",
  copiedShort: "Copiado ✓",
  notCopied: "El navegador no ha permitido copiar. Selecciona el texto y cópialo a mano.",

  errors: {
    offline: "No se puede acceder al servidor. Comprueba la conexión e inténtalo de nuevo.",
    tooMany: (wait) =>
      `Demasiadas peticiones. Inténtalo de nuevo ${wait ? `dentro de ${count(wait, "segundo", "segundos")}` : "dentro de un momento"}.`,
    busy: "El servidor está ocupado. Inténtalo de nuevo dentro de un momento.",
    failed: (status) =>
      `El servidor no ha podido hacerlo (${status}). Inténtalo de nuevo dentro de un momento.`,
    noGames: "El servidor no tiene juegos.",
    cannotDraw: "Este navegador no puede dibujar imágenes.",
    cannotSave: "Este navegador no puede guardar imágenes.",
  },

  home: {
    title: "Juegos de mesa, en compañía",
    text: "Juega contra el ordenador con un clic o envía un enlace a un amigo. Sin cuenta y sin instalar nada.",
  },

  missing: {
    title: "Página no encontrada",
    text: "No hay ninguna página en esta dirección.",
    game: "Ese juego no existe",
    trouble: "Algo ha salido mal",
    home: "Página de inicio",
  },

  setup: {
    game: "Juego",
    playOn: "Seguir jugando desde aquí",
    fromStep: (title, step) =>
      `${title}, desde la posición ${step === 0 ? "inicial" : `tras la jugada ${step}`} de`,
    thatGame: "esa partida",
    another: "elegir otro juego",
    players: "Jugadores",
    count: "Número de jugadores",
    seat: (number, symbol, side) => `Puesto ${number}, ${side ?? symbol}`,
    kinds: {
      me: "Yo",
      friend: "Un amigo, por enlace",
      open: "Cualquiera",
      engine: "Motor",
      random: "Jugadas aleatorias",
    },
    program: ({ name, busy }) => `Programa ${name}${busy ? " (ocupado)" : ""}`,
    swap: "Intercambiar puestos",
    rotate: "Rotar puestos",
    board: "Tablero y reglas",
    terms: "Reloj y visibilidad",
    position: "Posición inicial",
    positionNote: "En la notación que describen las reglas del juego.",
    positionUsual: "la habitual",
    allowed: (min, max, odd) =>
      `Escribe un número ${odd ? "impar " : ""}${max === null ? `a partir de ${min}` : `entre ${min} y ${max}`}.`,
    allowedIs: (allowed) => `Valores admitidos: ${allowed}.`,
    range: (min, max, odd) =>
      `${odd ? "impar, " : ""}${max === null ? `${min} o más` : `de ${min} a ${max}`}`,
    cells: {
      none: "ninguna",
      drawn: "casillas aleatorias",
      cells: "estas casillas",
      which: "Qué casillas",
      form: "fila,columna de cada casilla, separadas por /",
      example: "2,3/4,3",
      count: "Número de casillas",
      again: "Otras casillas aleatorias",
      mirror: "igual en los cuatro cuartos del tablero",
    },
    clock: {
      title: "Tiempo",
      names: {
        none: "Sin reloj",
        blitz: "Blitz 3+2",
        rapid: "Rápida 10+5",
        days: "3 días por jugada",
      },
      label: "Reloj",
      kinds: {
        none: "Sin reloj",
        move: "Tiempo por jugada",
        game: "Tiempo por partida",
        days: "Días por jugada",
      },
      seconds: "Segundos por jugada",
      minutes: "Minutos",
      increment: "Segundos añadidos por jugada",
      days: "Días por jugada",
    },
    listed: "Mostrar la mesa en las listas públicas",
    name: "Tu nombre",
    preview: (title) => `El tablero de ${title}`,
    play: "Jugar",
    watch: "Mirar",
    invite: "Crear un enlace de invitación",
    open: "Abrir la mesa",
    making: "Un momento…",
    pickGame: "Elige un juego",
    stopBoards: "Parar los tableros",
    startBoards: "Que jueguen los tableros",
    titleOf: (title) => `Jugar a ${title}`,
    what: "¿Qué te apetece hacer?",
    verbs: { computer: "Contra el ordenador", friend: "Con un amigo", watch: "Mirar" },
    preset: "Variante",
    own: "La tuya",
    opponent: "Rival",
    opponentAt: (name, level) => `${name} (nivel ${level})`,
    levelOf: (level, most) => `Nivel ${level} de ${most}`,
    measured: (share, name) => `saca el ${share} % de los puntos contra ${name}`,
    who: "¿Quién juega contigo?",
    others: { friend: "Un amigo, por enlace", open: "Quien quiera", me: "Alguien a tu lado, aquí" },
    side: "Juegas con",
    begins: (side) => `${side} (primera jugada)`,
    byLot: "A suertes",
    customise: "Personalizar",
    playerCount: (least, most) => `${range(least, most)} jugadores`,
    minutes: (least, most) => `${range(least, most)} min`,
  },

  lists: {
    mine: "Mis partidas",
    open: "Mesas abiertas",
    playing: "Partidas en curso",
    over: "Partidas terminadas",
    noneYet: "Aquí aparecerán tus partidas.",
    noneMine: "Todavía no tienes partidas. Elige un juego arriba.",
    noneOpen: "No hay partidas abiertas.",
    nonePlaying: "Ahora mismo nadie juega en público.",
    more: "Mostrar más",
    against: " – ",
    startOne: "Empezar una",
    playNow: (title) => `Jugar a ${title} ahora`,
    letTwoMeet: "Enfrentar a dos rivales",
    watchNow: "Partidas en curso",
    letThemPlay: "Ahora mismo nadie juega en público. Haz que se enfrenten jugadores de la casa:",
    orLetThemPlay: "O haz que se enfrenten jugadores de la casa:",
  },

  seats: {
    above: "Jugadores encima del tablero",
    below: "Jugadores debajo del tablero",
    friend: "Esperando a un amigo",
    open: "Puesto libre",
    engine: (level) => `Motor (nivel ${level})`,
    random: "Aleatorio",
    withSymbol: (name, symbol) => `${name} con ${symbol}`,
    you: "tú",
    winner: "ganador",
    toMove: "le toca jugar",
    points: (points) => count(points, "punto", "puntos"),
    thinking: "pensando…",
    here: "en línea",
    away: "ausente",
    dismiss: (name) => `Retirar a ${name}`,
    dismissQuestion: (name) =>
      `¿Retirar a ${name} de la mesa? Otra persona podrá ocupar el puesto.`,
    dismissYes: "Retirar",
    awayFor: (ms) =>
      `ausente desde hace ${ms < 120_000 ? count(Math.round(ms / 1000), "segundo", "segundos") : count(Math.round(ms / 60_000), "minuto", "minutos")}`,
  },

  status: {
    label: "Estado de la partida",
    closed: "Esta mesa se ha cerrado",
    waiting: (free) =>
      free === 0
        ? "La partida empieza dentro de un momento"
        : free === 1
          ? "Falta un jugador"
          : `Faltan ${free} jugadores`,
    invited: "Te han invitado",
    roll: "Se está tirando el dado",
    yourTurn: "Te toca jugar",
    yourTurnAs: (symbol) => `Te toca jugar con ${symbol}`,
    turn: (name) => `Turno de ${name}`,
    thinking: (name) => `${name} está pensando`,
    over: "La partida ha terminado",
    draw: "Tablas",
    stopped: "La partida se ha interrumpido",
    scored: (points) => `Resultado: ${points}`,
    youWon: "Has ganado",
    youLost: "Has perdido",
    lostBy: {
      resigned: "Has abandonado.",
      out_of_time: "Se te ha acabado el tiempo.",
      left: "Has dejado la partida.",
      was_away: "Has estado ausente demasiado tiempo.",
    },
    won: (name) => `Ha ganado ${name}`,
  },

  clock: {
    label: (time) => `Quedan ${time}`,
    warning: (left) => `Quedan menos de ${left} segundos`,
    move: (each) => `${each} s por jugada`,
    game: (minutes, increment) => `${minutes} min + ${increment} s`,
    days: (days) => `${count(days, "día", "días")} por jugada`,
    daysLeft: (days, hours) => `${days} d ${hours} h`,
  },

  board: {
    label: "Tablero",
    keys: "Con las flechas se va de una casilla a otra, con Intro o Espacio se elige y con Escape se cancela.",
    keysOfLaid: "R gira la ficha y L la coloca.",
    die: (face) => `El dado muestra ${face}.`,
    lastMove: "última jugada",
    isChosen: "tu elección",
    isPlanned: "prevista",
    isTarget: "se puede jugar",
    chosen: (label, targets) =>
      `Has elegido ${label}: se puede jugar en ${count(targets, "lugar", "lugares")}`,
    cancelled: "Elección cancelada",
    planned: (labels) => `Jugada prevista: ${labels}. Se hará cuando te toque.`,
    plannedShort: (labels) => `Jugada prevista: ${labels}`,
    planBegun: (label) => `Jugada prevista desde ${label}. Elige adónde.`,
    zoomed: "Tablero ampliado: toca la casilla que quieras.",
    wholeBoard: "Mostrar todo el tablero",
    wouldCover: (from, to) => (from === to ? `Cubriría ${from}` : `Cubriría de ${from} a ${to}`),
    whichMove: "¿Qué jugada?",
  },

  table: {
    title: "Mesa",
    unknown: "Esa mesa no existe",
    unknownText:
      "Puede que el enlace esté incompleto o que la mesa nunca se creara en este servidor.",
    flip: "Girar el tablero",
    playOn: "Seguir jugando desde aquí",
    back: "Volver a la partida",
    earlier: "Esta es una posición anterior. Vuelve a la partida para jugar.",
    watching: "Estás mirando la partida. Solo pueden mover los jugadores.",
    youWatch: "Estás mirando la partida",
    watchers: (number) => count(number, "espectador", "espectadores"),
    noMove: "Esa jugada no es legal.",
    mayPlan: "Ya puedes elegir tu próxima jugada.",
    planDropped: "La jugada prevista ya no es legal.",
    faces: "El dado muestra",
  },

  share: {
    title: "Antes de empezar la partida",
    invite: (side) => `Invita a un amigo, que jugará con ${side}`,
    open: "Invita a cualquiera: este enlace lleva a un puesto libre",
    watch: "Enlace para espectadores",
    lasting: "Enlace permanente a esta partida",
    invited: (title) => `Te invitan a una partida de ${title}`,
    free: (title) => `Hay un puesto libre para una partida de ${title}`,
    sit: (side) => `Jugar con ${side}`,
    sitInvited: "Ocupar tu puesto",
    stand: (symbol) => `Dejar el puesto ${symbol}`,
    close: "Cerrar la mesa",
    invitedBy: (by, title) => `${by} te invita a una partida de ${title}`,
    yourSide: (side, begins) => `Juegas con ${side}${begins ? " y empiezas" : ""}`,
    waitsFor: (name, title) => `${name} espera a alguien para jugar a ${title}`,
    share: "Compartir el enlace",
    code: "Código QR",
    codeOf: (link) => `Código QR de ${link}`,
    onlyHere:
      "Este enlace solo funciona en este ordenador. Para invitar a alguien que usa otro dispositivo, abre la página con la dirección de red de este ordenador.",
    betterLink:
      "El enlace lleva a la dirección de este ordenador en la red, para que puedan abrirlo otros dispositivos cercanos.",
  },

  actions: {
    label: "Acciones",
    offer: { draw: "Ofrecer tablas", takeback: "Deshacer", rematch: "Revancha" },
    offerOf: {
      draw: "Oferta de tablas",
      takeback: "Petición de deshacer",
      rematch: "Oferta de revancha",
    },
    offered: {
      draw: (who) => `${who} ofrece tablas.`,
      takeback: (who) => `${who} quiere deshacer una jugada.`,
      rematch: (who) => `${who} quiere la revancha.`,
    },
    youOffered: {
      draw: "Has ofrecido tablas.",
      takeback: "Has pedido deshacer una jugada.",
      rematch: "Has pedido la revancha.",
    },
    accept: "Aceptar",
    decline: "Rechazar",
    withdraw: "Retirar",
    resign: "Abandonar",
    hint: "Pista",
    hinting: "Pensando…",
    hinted: (step) => `Pista: ${step}`,
    review: "Análisis",
    resignQuestion: "¿Abandonar esta partida?",
    claim: "Reclamar la partida",
    claimNow: (who) => `${who} lleva demasiado tiempo ausente.`,
    claimLater: (who, wait) =>
      `${who} se ha ausentado. Podrás reclamar la partida dentro de ${wait}.`,
    toRematch: "Ir a la revancha",
    exchange: "Cambiar los papeles",
  },

  steps: {
    title: "Jugadas",
    none: "Todavía no hay jugadas.",
    type: "Escribe una jugada",
    play: "Jugar",
    at: (after, words) =>
      after === 0 ? "Posición inicial" : `Tras la jugada ${after}${words && `. ${words}`}`,
    go: "Recorrer la partida",
    first: "Primera posición",
    previous: "Posición anterior",
    next: "Posición siguiente",
    last: "Última posición",
    die: "dado",
    made: (who, step) => `${who}: ${step}`,
    rolled: (face) => `El dado muestra ${face}`,
    skipped: (who, reason) => `${who} pasa el turno${reason ? `: ${reason}` : ""}`,
    takenBack: "Se han deshecho jugadas",
    known: "ya vista",
    knownAbout: "Esta tirada ya se vio antes de deshacerla: los dados no cambian",
  },

  marks: {
    mistake: { about: "error", one: "un error" },
    blunder: { about: "error grave", one: "un error grave" },
  },

  chat: {
    title: "Chat",
    log: "Mensajes del chat",
    label: "Di algo",
    send: "Enviar",
    says: (name, text) => `${name}: ${text}`,
    mute: (name) => `Silenciar a ${name}`,
    muteHere: (name) => `Silenciar a ${name} para todos en esta mesa`,
    muted: "Personas silenciadas",
    isMuted: (name) => `Has silenciado a ${name}.`,
    isMutedHere: (name) => `Se ha silenciado a ${name} en esta mesa.`,
    unmute: "Dejar de silenciar",
    unmuteWho: (name) => `Dejar de silenciar a ${name}`,
  },

  review: {
    title: "Análisis",
    running: (done, of) => `El motor está analizando la partida: ${done} de ${of}`,
    failed: "No se ha podido analizar la partida.",
    bar: (words) => `Evaluación de la posición: ${words}`,
    graph: "Evaluación de cada posición; haz clic para ir a ella",
    best: "Mejor jugada:",
    then: "y después",
    marked: (one, better) => `La última jugada fue ${one}${better && `; era mejor ${better}`}.`,
    tryMoves: "Juega en el tablero para probar otras jugadas desde cualquier posición.",
    variation: (after, line) =>
      `Variante ${after === 0 ? "desde el principio" : `tras la jugada ${after}`}: ${line}`,
    depth: (depth) => `El motor ha calculado ${count(depth, "jugada", "jugadas")} por adelantado.`,
    look: "Preguntar al motor",
    looking: "El motor está pensando…",
    keep: "Conservar esta variante",
    drop: "Eliminar esta variante",
  },

  tally: {
    caption: "Qué tal ha jugado cada puesto",
    seat: "Puesto",
    marks: { best: "Mejores", fine: "Buenas", mistake: "Errores", blunder: "Graves" },
    loss: "Pérdida",
    lossAbout: "Lo que ha perdido de media cada jugada respecto a la mejor",
  },

  files: {
    title: "Descargar",
    record: "Registro de la partida",
    analysed: "Registro con análisis",
    svg: "Imagen (SVG)",
    png: "Imagen (PNG)",
    position: "Copiar la posición",
    board: "Copiar el tablero como texto",
  },

  fair: {
    title: "Imparcialidad de los dados",
    promise:
      "Con este hash, el servidor ha fijado de antemano sus números aleatorios. La semilla de esos números se muestra al terminar la partida. En los juegos con dados, los navegadores de los jugadores añaden sus propios números aleatorios, de modo que nadie decide las tiradas por sí solo.",
    check:
      "Descarga el registro de la partida y ejecuta el comando de abajo, que comprueba que la semilla tiene este hash y que todas las tiradas se derivan de la semilla y de lo que aportaron los jugadores.",
    fits: "La semilla coincide con el hash que se mostró a este navegador al principio.",
    fitsNot: (shown, hash) =>
      `La semilla no coincide. Al principio se mostró a este navegador ${shown}, pero el hash de la semilla es ${hash}.`,
    changed: (shown) => `El hash ha cambiado. Al principio se mostró a este navegador ${shown}.`,
    byHand: (shown) =>
      `Los navegadores solo calculan hashes en páginas con https. Al principio el hash era ${shown}: el comando de abajo lo compara con la semilla.`,
    notHere:
      "Este navegador no vio la mesa antes de que terminara la partida, así que no puede saber qué hash se mostró entonces.",
    lost: (entropy) => `Falta lo que aportó este navegador: ${entropy}.`,
    contribution: (who, ours) => `Aportado por ${who}${ours ? " (este navegador)" : ""}`,
    copy: "Copiar el comando",
    commitment: "SHA-256 de la semilla",
    seed: "Semilla",
  },

  settings: {
    title: "Ajustes",
    language: "Idioma",
    name: "Tu nombre",
    theme: "Tema",
    themes: { system: "El del sistema", light: "Claro", dark: "Oscuro" },
    board: "Tablero",
    boards: { own: "El de cada juego", wood: "Madera", slate: "Pizarra", paper: "Papel" },
    pieces: "Fichas",
    sets: { own: "Las de cada juego", letters: "Con letras" },
    sound: "Sonido al jugar",
    animation: "Animar las fichas",
    confirm: "Preguntar antes de abandonar",
    done: "Listo",
  },

  data: {
    title: "Tus datos",
    about:
      "El servidor conoce tu nombre, tus partidas y tus mensajes del chat, además de una clave que solo tiene este navegador.",
    download: "Descargar mis datos",
    delete: "Borrar mis datos",
    question:
      "¿Borrar tu nombre y todos tus mensajes del chat, y abandonar todas las partidas sin terminar? Esto no se puede deshacer.",
    yes: "Borrarlo todo",
    deleted: "Se han borrado tus datos",
  },

  keys: {
    title: "Teclas",
    groups: [
      {
        title: "En el tablero",
        keys: [
          ["Tab", "ir al tablero o salir de él"],
          ["Flechas", "moverse entre casillas"],
          ["Intro o Espacio", "elegir"],
          ["Esc", "cancelar la elección"],
          ["Botón derecho", "dibujar flechas y círculos, o cancelar la elección"],
        ],
      },
      {
        title: "Fuera del tablero",
        keys: [
          ["← →", "una jugada atrás o adelante"],
          ["Inicio, Fin", "principio o final de la partida"],
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
