/** Short, soft sounds, which are synthesised. Settings can turn them off. */

import { settings } from "./settings.js";

/** @typedef {"mine" | "other" | "over" | "try"} Event */

/** For each event: pitches in hertz, one after the other. @type {Record<Event, number[]>} */
const PITCHES = { mine: [520], other: [390], over: [390, 520, 650], try: [520] };

/** How loud the sounds are, from 0 to 1. */
const VOLUME = 0.06;

/** @type {AudioContext | null} */
let context = null;

/** @param {Event} event */
export function tick(event) {
  // Browsers let a page sound only after somebody has used it; before that, it stays silent.
  if (!settings.values.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const output = context;
  PITCHES[event].forEach((pitch, at) => knock(output, pitch, output.currentTime + 0.11 * at));
}

/**
 * A short knock, like wood on wood.
 *
 * @param {AudioContext} output
 * @param {number} pitch
 * @param {number} start
 */
function knock(output, pitch, start) {
  const tone = output.createOscillator();
  const volume = output.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + 0.08);
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  tone.connect(volume).connect(output.destination);
  tone.start(start);
  tone.stop(start + 0.1);
}
