//! Spanish.

pub(super) static STYLES: [&str; 10] = [
    "acaba de aprender las reglas y casi todo se le escapa",
    "juega por diversión y se le escapan muchas cosas",
    "pone buena voluntad, pero a menudo no sabe quién va ganando",
    "ve las amenazas sencillas",
    "piensa antes de mover, aunque tropieza de vez en cuando",
    "juega con cuidado, con algún descuido",
    "no cae en trampas y rara vez se le escapa una jugada",
    "no se le escapa nada, pero puede juzgar mal una posición",
    "paciencia y precisión",
    "juega tan bien como sabe el programa",
];
