/** Hz, then ms: from when, for how long. Each level has a rhythm of its own: a level is known without looking, and without an ear for pitch. */
type Tone = readonly [hz: number, fromMs: number, forMs: number]
export const RHYTHMS: Readonly<Record<number, readonly Tone[]>> = {
  1: [[440, 0, 160]],
  2: [[523, 0, 260]],
  3: [
    [587, 0, 160],
    [587, 260, 160],
  ],
  4: [
    [698, 0, 140],
    [698, 200, 140],
    [880, 400, 240],
  ],
  5: [0, 300].flatMap((from): Tone[] => [
    [988, from, 90],
    [784, from + 100, 90],
    [988, from + 200, 90],
  ]),
}
/** Each step is about twice as loud to the ear as the one before. */
export const VOLUMES = { quiet: 0.08, normal: 0.22, loud: 0.6 } as const
export type Volume = keyof typeof VOLUMES
/** Without it the loudspeaker clicks. */
const RAMP_S = 0.012

/** A level's tones from now on. What it is heard through can be turned down before they end. */
export function sound(context: BaseAudioContext, level: number, volume: Volume = 'normal'): GainNode {
  const loudness = VOLUMES[volume]
  const heard = new GainNode(context)
  heard.connect(context.destination)
  for (const [hz, fromMs, forMs] of RHYTHMS[level] ?? []) {
    const from = context.currentTime + fromMs / 1000
    const to = from + forMs / 1000
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loudness, from + RAMP_S)
    gain.gain.setValueAtTime(loudness, to - RAMP_S)
    gain.gain.linearRampToValueAtTime(0, to)
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hz })
    tone.connect(gain).connect(heard)
    tone.start(from)
    tone.stop(to)
  }
  return heard
}

export interface Speaker {
  /** False until the user has pressed something on the page: browsers keep it silent before. */
  readonly isAwake: boolean
  wake(): void
  /** In place of what it is still playing. */
  play(level: number, volume: Volume): void
  /** The user presses to hear it, which lets it out. */
  try(level: number, volume: Volume): void
  /** Nothing more of what it is playing. */
  hush(): void
  close(): void
}

/** Tones made in code: nothing is fetched. Null where the browser has no sound. */
export function createSpeaker(onChange: () => void): Speaker | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext()
  context.onstatechange = onChange
  let heard: GainNode | null = null
  const hush = () => {
    heard?.gain.setTargetAtTime(0, context.currentTime, RAMP_S / 3)
    heard = null
  }
  const start = (level: number, volume: Volume) => {
    hush()
    heard = sound(context, level, volume)
  }
  return {
    get isAwake() {
      return context.state === 'running'
    },
    wake: () => void context.resume().catch(() => {}),
    play(level, volume) {
      if (context.state === 'running') start(level, volume)
    },
    try: (level, volume) =>
      void context.resume().then(
        () => start(level, volume),
        () => {},
      ),
    hush,
    close() {
      context.onstatechange = null
      void context.close()
    },
  }
}
