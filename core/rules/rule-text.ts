/** What a text can hold beside the keys of the device's points. */
export const TEXT_WORDS = ['value', 'threshold', 'threshold_high', 'device', 'point'] as const

const PLACE = /\{\{([^{}]*)\}\}/g

/** What stands in double braces in a text, each once, in its order. */
export const placesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, key = '']) => key.trim())),
]

/** A text with what its places stand for; a place that stands for nothing stays as it is written. */
export const filledText = (text: string, wordFor: (place: string) => string | null): string =>
  text.replace(PLACE, (whole, key: string) => wordFor(key.trim()) ?? whole)
