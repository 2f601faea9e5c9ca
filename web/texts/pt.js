/** Portuguese, as it is written in Portugal. */

/** @type {import("./en.js").Texts} */
export const texts = {
  brand: "Ludoteca",
  skip: "Saltar para o conteúdo",
  pages: "Páginas",
  newGame: "Nova partida",
  rules: "Regras",
  rulesOf: (title) => `Regras de ${title}`,
  notation: "Notação e opções",
  playThis: "Jogar este jogo",
  guest: "Convidado",
  loading: "A carregar…",
  reconnecting: "Ligação perdida, a restabelecer…",
  again: "Tentar novamente",
  close: "Fechar",
  cancel: "Cancelar",
  copy: "Copiar",
  copied: "Copiado",
  copiedShort: "Copiado ✓",
  notCopied: "O navegador não permitiu copiar. Selecione o texto e copie-o à mão.",

  errors: {
    offline: "Não é possível contactar o servidor. Verifique a ligação e tente novamente.",
    tooMany: (wait) =>
      `Demasiados pedidos. Tente novamente dentro de ${wait ? count(wait, "segundo", "segundos") : "momentos"}.`,
    busy: "O servidor está ocupado. Tente novamente dentro de momentos.",
    failed: (status) =>
      `O servidor não conseguiu fazer isso (${status}). Tente novamente dentro de momentos.`,
    noGames: "O servidor não tem jogos.",
    cannotDraw: "Este navegador não consegue desenhar imagens.",
    cannotSave: "Este navegador não consegue guardar imagens.",
  },

  home: {
    title: "Jogos de tabuleiro, em boa companhia",
    text: "Jogue contra o computador com um clique ou envie um link a um amigo. Sem conta e sem instalar nada.",
  },

  missing: {
    title: "Página não encontrada",
    text: "Não há nenhuma página neste endereço.",
    game: "Esse jogo não existe",
    trouble: "Algo correu mal",
    home: "Página inicial",
  },

  setup: {
    game: "Jogo",
    playOn: "Continuar a jogar daqui",
    fromStep: (title, step) =>
      `${title}, a partir da posição ${step === 0 ? "inicial" : `após a jogada ${step}`}`,
    thatGame: "dessa partida",
    another: "escolher outro jogo",
    players: "Jogadores",
    count: "Número de jogadores",
    seat: (number, symbol, side) => `Lugar ${number}, ${side ?? symbol}`,
    kinds: {
      me: "Eu",
      friend: "Um amigo, por link",
      open: "Qualquer pessoa",
      engine: "Motor",
      random: "Jogadas aleatórias",
    },
    program: ({ name, busy }) => `Programa ${name}${busy ? " (ocupado)" : ""}`,
    swap: "Trocar lugares",
    rotate: "Rodar lugares",
    board: "Tabuleiro e regras",
    terms: "Relógio e visibilidade",
    position: "Posição inicial",
    positionNote: "Na notação que as regras do jogo descrevem.",
    positionUsual: "a habitual",
    allowed: (min, max, odd) =>
      `Introduza um número ${odd ? "ímpar " : ""}${max === null ? `a partir de ${min}` : `entre ${min} e ${max}`}.`,
    allowedIs: (allowed) => `Valores permitidos: ${allowed}.`,
    range: (min, max, odd) =>
      `${odd ? "ímpar, " : ""}${max === null ? `${min} ou mais` : `de ${min} a ${max}`}`,
    cells: {
      none: "nenhuma",
      drawn: "casas aleatórias",
      cells: "estas casas",
      which: "Que casas",
      form: "linha,coluna de cada casa, separadas por /",
      example: "2,3/4,3",
      count: "Número de casas",
      again: "Outras casas aleatórias",
      mirror: "iguais nos quatro quadrantes",
    },
    clock: {
      title: "Tempo",
      names: {
        none: "Sem relógio",
        blitz: "Blitz 3+2",
        rapid: "Rápida 10+5",
        days: "3 dias por jogada",
      },
      label: "Relógio",
      kinds: {
        none: "Sem relógio",
        move: "Tempo por jogada",
        game: "Tempo por partida",
        days: "Dias por jogada",
      },
      seconds: "Segundos por jogada",
      minutes: "Minutos",
      increment: "Segundos acrescentados por jogada",
      days: "Dias por jogada",
    },
    listed: "Mostrar a mesa nas listas públicas",
    name: "O seu nome",
    preview: (title) => `O tabuleiro de ${title}`,
    play: "Jogar",
    watch: "Assistir",
    invite: "Criar um link de convite",
    open: "Abrir a mesa",
    making: "Um momento…",
    pickGame: "Escolha um jogo",
    stopBoards: "Parar os tabuleiros",
    startBoards: "Deixar os tabuleiros jogar",
    titleOf: (title) => `Jogar ${title}`,
    what: "O que quer fazer?",
    verbs: { computer: "Contra o computador", friend: "Com um amigo", watch: "Assistir" },
    preset: "Variante",
    own: "A sua",
    opponent: "Adversário",
    opponentAt: (name, level) => `${name} (nível ${level})`,
    levelOf: (level, most) => `Nível ${level} de ${most}`,
    measured: (share, name) => `faz ${share}% dos pontos contra ${name}`,
    who: "Quem joga consigo?",
    others: {
      friend: "Um amigo, por link",
      open: "Quem quiser",
      me: "Alguém ao seu lado, aqui",
    },
    side: "Joga com",
    begins: (side) => `${side} (primeira jogada)`,
    byLot: "À sorte",
    customise: "Personalizar",
    playerCount: (least, most) => `${range(least, most)} jogadores`,
    minutes: (least, most) => `${range(least, most)} min`,
  },

  lists: {
    mine: "As minhas partidas",
    open: "Mesas abertas",
    playing: "Partidas em curso",
    over: "Partidas terminadas",
    noneYet: "As suas partidas aparecerão aqui.",
    noneMine: "Ainda não tem partidas. Escolha um jogo acima.",
    noneOpen: "Não há partidas abertas.",
    nonePlaying: "Neste momento ninguém joga em público.",
    more: "Mostrar mais",
    against: " – ",
    startOne: "Começar uma",
    playNow: (title) => `Jogar ${title} agora`,
    letTwoMeet: "Pôr dois adversários a jogar",
    watchNow: "Partidas em curso",
    letThemPlay: "Neste momento ninguém joga em público. Ponha jogadores da casa frente a frente:",
    orLetThemPlay: "Ou ponha jogadores da casa frente a frente:",
  },

  seats: {
    above: "Jogadores acima do tabuleiro",
    below: "Jogadores abaixo do tabuleiro",
    friend: "À espera de um amigo",
    open: "Lugar livre",
    engine: (level) => `Motor (nível ${level})`,
    random: "Aleatório",
    withSymbol: (name, symbol) => `${name} com ${symbol}`,
    you: "o seu lugar",
    winner: "vencedor",
    toMove: "a jogar",
    points: (points) => count(points, "ponto", "pontos"),
    thinking: "a pensar…",
    here: "online",
    away: "ausente",
    dismiss: (name) => `Retirar ${name}`,
    dismissQuestion: (name) => `Retirar ${name} da mesa? Outra pessoa poderá então ocupar o lugar.`,
    dismissYes: "Retirar",
    awayFor: (ms) =>
      `ausente há ${ms < 120_000 ? count(Math.round(ms / 1000), "segundo", "segundos") : count(Math.round(ms / 60_000), "minuto", "minutos")}`,
  },

  status: {
    label: "Estado da partida",
    closed: "Esta mesa foi fechada",
    waiting: (free) =>
      free === 0
        ? "A partida começa dentro de momentos"
        : free === 1
          ? "Falta um jogador"
          : `Faltam ${free} jogadores`,
    invited: "Recebeu um convite",
    roll: "O dado está a ser lançado",
    yourTurn: "É a sua vez",
    yourTurnAs: (symbol) => `É a sua vez, com ${symbol}`,
    turn: (name) => `Vez de ${name}`,
    thinking: (name) => `${name} está a pensar`,
    over: "A partida terminou",
    draw: "Empate",
    stopped: "A partida foi interrompida",
    scored: (points) => `Resultado: ${points}`,
    youWon: "Ganhou a partida",
    youLost: "Perdeu a partida",
    lostBy: {
      resigned: "Desistiu.",
      out_of_time: "O seu tempo esgotou-se.",
      left: "Saiu da partida.",
      was_away: "Esteve ausente demasiado tempo.",
    },
    won: (name) => `${name} ganhou`,
  },

  clock: {
    label: (time) => `Restam ${time}`,
    warning: (left) => `Restam menos de ${left} segundos`,
    move: (each) => `${each} s por jogada`,
    game: (minutes, increment) => `${minutes} min + ${increment} s`,
    days: (days) => `${count(days, "dia", "dias")} por jogada`,
    daysLeft: (days, hours) => `${days} d ${hours} h`,
  },

  board: {
    label: "Tabuleiro",
    keys: "As setas passam de casa em casa, Enter ou Espaço escolhem, Escape cancela a escolha.",
    keysOfLaid: "R roda a peça, L coloca-a.",
    die: (face) => `O dado mostra ${face}.`,
    lastMove: "última jogada",
    isChosen: "escolhida",
    isPlanned: "prevista",
    isTarget: "jogável",
    chosen: (label, targets) =>
      `${label} escolhida, ${count(targets, "casa jogável", "casas jogáveis")}`,
    cancelled: "Escolha cancelada",
    planned: (labels) => `Jogada prevista: ${labels}. Será feita quando for a sua vez.`,
    plannedShort: (labels) => `Jogada prevista: ${labels}`,
    planBegun: (label) => `Jogada prevista a partir de ${label}. Escolha o destino.`,
    zoomed: "Tabuleiro ampliado: toque na casa que pretende.",
    wholeBoard: "Mostrar o tabuleiro inteiro",
    wouldCover: (from, to) => (from === to ? `Ocuparia ${from}` : `Ocuparia de ${from} a ${to}`),
    whichMove: "Que jogada?",
  },

  table: {
    title: "Mesa",
    unknown: "Essa mesa não existe",
    unknownText: "O link pode estar incompleto, ou a mesa nunca foi criada neste servidor.",
    flip: "Virar o tabuleiro",
    playOn: "Continuar a jogar daqui",
    back: "Voltar à partida",
    earlier: "Esta é uma posição anterior. Volte à partida para jogar.",
    watching: "Está a assistir à partida. Só os jogadores podem jogar.",
    youWatch: "A assistir à partida",
    watchers: (number) => count(number, "espectador", "espectadores"),
    noMove: "Essa jogada não é válida.",
    mayPlan: "Já pode escolher a sua próxima jogada.",
    planDropped: "A jogada prevista já não é válida.",
    faces: "O dado mostra",
  },

  share: {
    title: "Antes do início da partida",
    invite: (side) => `Convide um amigo, que jogará com ${side}`,
    open: "Convide quem quiser: este link leva a um lugar livre",
    watch: "Link para espectadores",
    lasting: "Link permanente para esta partida",
    invited: (title) => `Recebeu um convite para uma partida de ${title}`,
    free: (title) => `Há um lugar livre para uma partida de ${title}`,
    sit: (side) => `Jogar com ${side}`,
    sitInvited: "Ocupar o lugar",
    stand: (symbol) => `Deixar o lugar ${symbol}`,
    close: "Fechar a mesa",
    invitedBy: (by, title) => `Convite de ${by} para uma partida de ${title}`,
    yourSide: (side, begins) => `Joga com ${side}${begins ? " e começa" : ""}`,
    waitsFor: (name, title) => `${name} espera por alguém para jogar ${title}`,
    share: "Partilhar o link",
    code: "Código QR",
    codeOf: (link) => `Código QR de ${link}`,
    onlyHere:
      "Este link só funciona neste computador. Para convidar alguém noutro dispositivo, abra a página com o endereço de rede deste computador.",
    betterLink:
      "O link leva ao endereço deste computador na rede, para que outros dispositivos próximos o possam abrir.",
  },

  actions: {
    label: "Ações",
    offer: { draw: "Propor empate", takeback: "Anular jogada", rematch: "Desforra" },
    offerOf: {
      draw: "Proposta de empate",
      takeback: "Pedido de anulação",
      rematch: "Pedido de desforra",
    },
    offered: {
      draw: (who) => `${who} propõe empate.`,
      takeback: (who) => `${who} quer anular uma jogada.`,
      rematch: (who) => `${who} quer a desforra.`,
    },
    youOffered: {
      draw: "O empate foi proposto.",
      takeback: "Foi pedida a anulação de uma jogada.",
      rematch: "A desforra foi pedida.",
    },
    accept: "Aceitar",
    decline: "Recusar",
    withdraw: "Retirar",
    resign: "Desistir",
    hint: "Sugestão",
    hinting: "A pensar…",
    hinted: (step) => `Sugestão: ${step}`,
    review: "Análise",
    resignQuestion: "Desistir desta partida?",
    claim: "Reivindicar a partida",
    claimNow: (who) => `${who} está ausente há demasiado tempo.`,
    claimLater: (who, wait) =>
      `${who} está ausente. Poderá reivindicar a partida dentro de ${wait}.`,
    toRematch: "Ir para a desforra",
    exchange: "Trocar os papéis",
  },

  steps: {
    title: "Jogadas",
    none: "Ainda não há jogadas.",
    type: "Escrever uma jogada",
    play: "Jogar",
    at: (after, words) =>
      after === 0 ? "Posição inicial" : `Após a jogada ${after}${words && `. ${words}`}`,
    go: "Percorrer a partida",
    first: "Primeira posição",
    previous: "Posição anterior",
    next: "Posição seguinte",
    last: "Última posição",
    die: "dado",
    made: (who, step) => `${who}: ${step}`,
    rolled: (face) => `O dado mostra ${face}`,
    skipped: (who, reason) => `${who} passa a vez${reason ? `: ${reason}` : ""}`,
    takenBack: "Foram anuladas jogadas",
    known: "já visto",
    knownAbout: "Este lançamento foi visto antes de ser anulado: o resultado não muda",
  },

  marks: {
    mistake: { about: "erro", one: "um erro" },
    blunder: { about: "erro grave", one: "um erro grave" },
  },

  chat: {
    title: "Chat",
    log: "Mensagens do chat",
    label: "Escrever uma mensagem",
    send: "Enviar",
    says: (name, text) => `${name}: ${text}`,
    mute: (name) => `Silenciar ${name}`,
    muteHere: (name) => `Silenciar ${name} para todos nesta mesa`,
    muted: "Pessoas silenciadas",
    isMuted: (name) => `Mensagens de ${name} silenciadas.`,
    isMutedHere: (name) => `Mensagens de ${name} silenciadas nesta mesa.`,
    unmute: "Deixar de silenciar",
    unmuteWho: (name) => `Deixar de silenciar ${name}`,
  },

  review: {
    title: "Análise",
    running: (done, of) => `O motor está a analisar a partida: ${done} de ${of}`,
    failed: "Não foi possível analisar a partida.",
    bar: (words) => `Avaliação da posição: ${words}`,
    graph: "Avaliação de cada posição; clique para ir até lá",
    best: "Melhor jogada:",
    then: "e depois",
    marked: (one, better) => `A última jogada foi ${one}${better && `; era melhor ${better}`}.`,
    tryMoves: "Jogue no tabuleiro para experimentar outras jogadas a partir de qualquer posição.",
    variation: (after, line) =>
      `Variante ${after === 0 ? "desde o início" : `após a jogada ${after}`}: ${line}`,
    depth: (depth) => `O motor calculou ${count(depth, "jogada", "jogadas")} à frente.`,
    look: "Perguntar ao motor",
    looking: "O motor está a pensar…",
    keep: "Guardar esta variante",
    drop: "Apagar esta variante",
  },

  tally: {
    caption: "Como jogou cada lugar",
    seat: "Lugar",
    marks: { best: "Melhores", fine: "Boas", mistake: "Erros", blunder: "Graves" },
    loss: "Perda",
    lossAbout: "O que cada jogada perdeu, em média, em relação à melhor",
  },

  files: {
    title: "Transferir",
    record: "Registo da partida",
    analysed: "Registo com análise",
    svg: "Imagem (SVG)",
    png: "Imagem (PNG)",
    position: "Copiar a posição",
    board: "Copiar o tabuleiro como texto",
  },

  fair: {
    title: "Lançamentos imparciais",
    promise:
      "Com este hash, o servidor comprometeu-se com os seus números aleatórios. A semente desses números é mostrada no fim da partida. Nos jogos com dados, os navegadores dos jogadores acrescentam os seus próprios números aleatórios, para que ninguém decida os lançamentos sozinho.",
    check:
      "Transfira o registo da partida e execute o comando abaixo, que verifica se a semente tem este hash e se todos os lançamentos resultam dela e daquilo com que os jogadores contribuíram.",
    fits: "A semente corresponde ao hash que foi mostrado a este navegador no início.",
    fitsNot: (shown, hash) =>
      `A semente não corresponde. No início foi mostrado a este navegador ${shown}, mas o hash da semente é ${hash}.`,
    changed: (shown) => `O hash mudou. No início foi mostrado a este navegador ${shown}.`,
    byHand: (shown) =>
      `Os navegadores só calculam hashes em páginas com https. No início o hash era ${shown}: o comando abaixo compara-o com a semente.`,
    notHere:
      "Este navegador não viu a mesa antes do fim da partida, pelo que não pode saber que hash foi mostrado então.",
    lost: (entropy) => `Falta a contribuição deste navegador: ${entropy}.`,
    contribution: (who, ours) => `Contribuição de ${who}${ours ? " (este navegador)" : ""}`,
    copy: "Copiar o comando",
    commitment: "SHA-256 da semente",
    seed: "Semente",
  },

  settings: {
    title: "Definições",
    language: "Idioma",
    name: "O seu nome",
    theme: "Tema",
    themes: { system: "O do sistema", light: "Claro", dark: "Escuro" },
    board: "Tabuleiro",
    boards: { own: "O de cada jogo", wood: "Madeira", slate: "Ardósia", paper: "Papel" },
    pieces: "Peças",
    sets: { own: "As de cada jogo", letters: "Com letras" },
    sound: "Som a cada jogada",
    animation: "Animar as peças",
    confirm: "Perguntar antes de desistir",
    done: "Concluído",
  },

  data: {
    title: "Os seus dados",
    about:
      "O servidor conhece o seu nome, as suas partidas e as suas mensagens do chat, além de uma chave que só este navegador tem.",
    download: "Transferir os meus dados",
    delete: "Apagar os meus dados",
    question:
      "Apagar o seu nome e todas as suas mensagens do chat, e desistir de todas as partidas por terminar? Isto não pode ser anulado.",
    yes: "Apagar tudo",
    deleted: "Os seus dados foram apagados",
  },

  keys: {
    title: "Teclas",
    groups: [
      {
        title: "No tabuleiro",
        keys: [
          ["Tab", "ir para o tabuleiro ou sair dele"],
          ["Setas", "passar de casa em casa"],
          ["Enter ou Espaço", "escolher"],
          ["Esc", "cancelar a escolha"],
          ["Botão direito", "desenhar setas e círculos, ou cancelar a escolha"],
        ],
      },
      {
        title: "Fora do tabuleiro",
        keys: [
          ["← →", "uma jogada para trás ou para a frente"],
          ["Home, End", "início ou fim da partida"],
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
