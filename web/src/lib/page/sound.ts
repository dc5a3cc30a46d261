let audio: AudioContext | null = null;

/** A soft knock, as of wood on wood. */
export function knock(pitch = 1): void {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(320 * pitch, start);
  tone.frequency.exponentialRampToValueAtTime(140 * pitch, start + 0.08);
  loudness.gain.setValueAtTime(0.15, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.13);
}
