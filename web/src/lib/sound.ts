// Three short tones, made on the spot: no files to load.

const tones = { move: [330], capture: [330, 440], end: [440, 330, 262] } as const;

let context: AudioContext | undefined;

/** Silent until the visitor has touched the page: browsers allow no sound before. */
export function playSound(name: keyof typeof tones): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const audio = context;
  tones[name].forEach((pitch, index) => {
    const from = audio.currentTime + index * 0.09;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.14);
    tone.connect(loudness).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.15);
  });
}

/** A short buzz where the device has one and the visitor has touched the page. */
export function buzz(): void {
  if (navigator.userActivation?.hasBeenActive && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(15);
}
