/**
 * The faces of the engine's levels, drawn from a few parts, so that an opponent is somebody and not
 * a number.
 */

import { svg } from "../board/svg.js";

/**
 * A face: the colours of the background, the skin and the hair, the shape of the hair, what else is
 * worn, and how the mouth is bent.
 * @typedef {{ ground: string, skin: string, hair: string, cut: keyof typeof CUTS,
 *   wears?: keyof typeof EXTRAS, mouth: number }} Face
 */

/** The hair around a head with its middle at (32, 31). */
const CUTS = {
  tuft: "M25 18q2-9 8-8-3 3-1 5 3-4 8-3-4 3-3 7-6-3-12-1z",
  bob: "M15 38c-3-20 5-27 17-27s20 7 17 27l-5 3c1-8 0-13-3-17-6 3-13 3-19 0-2 5-3 10-2 17z",
  short: "M18 29c-1-12 6-17 14-17s15 5 14 17c-2-3-3-6-5-8-6 2-12 2-18 0-2 2-4 5-5 8z",
  bun: "M32 4a6 6 0 0 1 5 9c7 2 10 8 9 17-2-5-5-8-9-10-6 3-12 5-19 9 0-9 3-14 9-16a6 6 0 0 1 5-9z",
  curls:
    "M17 31c-4-3-3-8 0-9-1-5 4-8 7-6 2-5 8-6 10-2 4-3 9-1 9 3 5 0 7 6 4 9 2 2 2 5-1 6-1-5-3-8-6-9-6 2-12 1-16-1-4 2-6 5-7 9z",
  parted: "M17 33c-2-14 5-22 15-22s17 7 15 22c-2-7-5-11-9-13-4 0-8-1-11-4-1 7-5 11-10 17z",
  long: "M13 52c1-9 1-14 2-22 1-13 8-19 17-19s16 6 17 19c1 8 1 13 2 22h-8c2-9 2-19 0-27-7 0-13-2-17-6-2 8-5 20-3 33z",
  grey: "M17 32c-5-8 0-14 3-15 2-5 7-7 12-7s10 2 12 7c3 1 8 7 3 15-1-6-3-9-5-11-6 1-14 1-20 0-2 2-4 5-5 11z",
};

/** What somebody wears. */
const EXTRAS = {
  glasses: "M21 31a5 5 0 1 0 10 0 5 5 0 1 0-10 0zM33 31a5 5 0 1 0 10 0 5 5 0 1 0-10 0zM31 31h2",
  monocle: "M33 31a5.500 5.500 0 1 0 11 0 5.500 5.500 0 1 0-11 0zM44 33l2 10",
  laurel:
    "M16 22c3-6 8-9 13-10M48 22c-3-6-8-9-13-10M19 20l-4-2M22 16l-4-3M26 13l-2-4M45 20l4-2M42 16l4-3M38 13l2-4",
};

/** One face for each level, in order. @type {Face[]} */
const FACES = [
  { ground: "#f6d186", skin: "#f3c9a5", hair: "#8a5a2b", cut: "tuft", mouth: 4 },
  { ground: "#f2b5a7", skin: "#e8b088", hair: "#4b2e1e", cut: "bob", mouth: 4 },
  { ground: "#b9d8a8", skin: "#f1c7a2", hair: "#c46f2d", cut: "short", mouth: 3 },
  { ground: "#a8d3dd", skin: "#c98d62", hair: "#2c1d16", cut: "curls", mouth: 3 },
  { ground: "#c5b9e6", skin: "#d9a274", hair: "#3a2a20", cut: "parted", mouth: 2 },
  { ground: "#f0c0d4", skin: "#f4d2b8", hair: "#d9a94c", cut: "bun", mouth: 2 },
  { ground: "#9fc7b5", skin: "#b97a52", hair: "#1f1a18", cut: "short", wears: "glasses", mouth: 1 },
  { ground: "#b7c3ef", skin: "#eec3a0", hair: "#6b2c2c", cut: "long", mouth: 1 },
  { ground: "#d8c7a3", skin: "#efcdb2", hair: "#9c9a96", cut: "grey", wears: "monocle", mouth: 0 },
  { ground: "#e9d37a", skin: "#e3b48c", hair: "#2a2230", cut: "long", wears: "laurel", mouth: 1 },
];

/** The face of an engine's level, for people who see it. @param {number} level */
export function portrait(level) {
  const { ground, skin, hair, cut, wears, mouth } =
    FACES[Math.min(Math.max(level, 1), FACES.length) - 1];
  const dark = "#33231a";
  const line = { fill: "none", stroke: dark, "stroke-width": 1.8, "stroke-linecap": "round" };
  const bend = 44 + mouth;
  const face = svg(
    "svg",
    { class: "portrait", viewBox: "0 0 64 64", "aria-hidden": "true" },
    svg("circle", { cx: 32, cy: 32, r: 32, fill: ground }),
    ...(cut === "long" ? [svg("path", { d: CUTS.long, fill: hair })] : []),
    svg("path", { d: "M12 64c2-11 10-15 20-15s18 4 20 15z", fill: hair, opacity: 0.55 }),
    svg("path", { d: "M27 42h10v9q-5 4-10 0z", fill: skin }),
    svg("ellipse", { cx: 32, cy: 31, rx: 13.5, ry: 15.5, fill: skin }),
    svg("path", { d: cut === "long" ? CUTS.parted : CUTS[cut], fill: hair }),
    svg("circle", { cx: 26, cy: 31, r: 1.9, fill: dark }),
    svg("circle", { cx: 38, cy: 31, r: 1.9, fill: dark }),
    svg("path", { d: `M27 ${41.5 - mouth / 4}Q32 ${bend} 37 ${41.5 - mouth / 4}`, ...line }),
  );
  if (wears)
    face.append(
      svg("path", {
        d: EXTRAS[wears],
        ...line,
        stroke: wears === "laurel" ? "#3c7a3f" : dark,
      }),
    );
  return face;
}
