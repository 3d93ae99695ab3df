/** A piece of a text; with `href` it is an address that the text names. */
export interface TextPart {
  text: string
  href?: string
}

// Chinese text has no space before or after an address: full-width signs end it too.
const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]+/gi
/** Belongs to the sentence. */
const TRAILING = /[.,;:!?)\]]+$/

function addressOf(text: string): string | null {
  try {
    const { href, protocol, username, password } = new URL(text)
    // One with a name before its host is made to be mistaken.
    return /^https?:$/.test(protocol) && !username && !password ? href : null
  } catch {
    return null
  }
}

/** A plain text in pieces: addresses of http and https, and what is between them. Put together they are the text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const shown = found.replace(TRAILING, '')
    const href = addressOf(shown)
    if (href === null) continue
    if (index > at) parts.push({ text: text.slice(at, index) })
    parts.push({ text: shown, href })
    at = index + shown.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}
