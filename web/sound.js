/** Short sounds, which are synthesised. They are off by default. */

import { settings } from "./settings.js";

/** @typedef {"mine" | "other" | "over" | "try"} Event */

/** For each event: pitches in hertz, one after the other. @type {Record<Event, number[]>} */
const PITCHES = { mine: [520], other: [390], over: [390, 520, 650], try: [520] };

/** @type {AudioContext | null} */
let context = null;

/** @param {Event} event */
export function tick(event) {
  if (!settings.values.sound) return;
  context ??= new AudioContext();
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
  volume.gain.setValueAtTime(0.18, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  tone.connect(volume).connect(output.destination);
  tone.start(start);
  tone.stop(start + 0.1);
}
