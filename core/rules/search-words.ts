/** More words than anybody types into a search. */
const MOST_WORDS = 8

/** A text as searches compare it: without case, and full-width letters and digits as plain ones. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The words of a search, each once; what is found has all of them. */
export const searchWords = (search: string): string[] =>
  [...new Set(folded(search).split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)

/** How well a name fits: 0 it is what was typed, 1 it begins so, 2 a word of it does, 3 it has a word within, 4 it has none. */
export function fitOf(words: readonly string[], name: string): number {
  const text = folded(name)
  const typed = words.join(' ')
  if (text === typed) return 0
  if (text.startsWith(typed)) return 1
  const places = words.map((word) => text.indexOf(word)).filter((at) => at >= 0)
  if (places.length === 0) return 4
  return places.some((at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) ? 2 : 3
}

export interface MarkedPart {
  text: string
  isFound: boolean
}

/** A name in parts: those that a search found, and those between. */
export function markedParts(name: string, words: readonly string[]): MarkedPart[] {
  const lower = name.toLowerCase()
  // Of a few letters the small one is longer: places in it are not those of the name.
  if (lower.length !== name.length) return [{ text: name, isFound: false }]
  const isFound = new Array<boolean>(name.length).fill(false)
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      isFound.fill(true, at, at + word.length)
  const parts: MarkedPart[] = []
  for (let at = 0; at < name.length; at++) {
    const last = parts.at(-1)
    if (last && last.isFound === isFound[at]) last.text += name[at]
    else parts.push({ text: name[at] ?? '', isFound: isFound[at] ?? false })
  }
  return parts
}
