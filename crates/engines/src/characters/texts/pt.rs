//! Portuguese.

pub(super) static STYLES: [&str; 10] = [
    "acabou de aprender as regras e quase tudo lhe escapa",
    "joga por prazer e deixa escapar muita coisa",
    "tem boa vontade, mas engana-se muitas vezes sobre quem está à frente",
    "vê as ameaças simples",
    "pensa antes de jogar, mas ainda escorrega de vez em quando",
    "joga com cuidado, com um ou outro deslize",
    "não cai em armadilhas e raramente deixa escapar uma jogada",
    "nada lhe escapa, mas pode avaliar mal uma posição",
    "paciência e precisão",
    "joga tão bem como o programa sabe",
];
