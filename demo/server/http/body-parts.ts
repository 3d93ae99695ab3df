/**
 * Names of fields in a body, by its colons; a screen of 5,000 controls has some 150,000. Each that is new takes a
 * microsecond to read, and another one to check.
 */
const MOST_NAMES = 300_000
/**
 * Entries of lists and fields, and what they are in, by commas and opening brackets: the largest history that is loaded at
 * once has some 400,000. Half a million take a sixth of a second to read and check.
 */
const MOST_PARTS = 500_000
/** Lists and objects in each other: a document of a screen may be 64 deep. */
const MOST_DEEP = 100

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125]

/** How many names JSON has, by its signs outside of texts; null where it has more parts than anything that is sent. */
export function countNames(body: string): number | null {
  let names = 0
  let parts = 0
  let depth = 0
  let isText = false
  for (let at = 0; at < body.length; at += 1) {
    const sign = body.charCodeAt(at)
    if (isText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isText = false
    } else if (sign === QUOTE) isText = true
    else if (sign === COLON) {
      names += 1
      if (names > MOST_NAMES) return null
    } else if (sign === COMMA || sign === OPEN || sign === OPEN_LIST) {
      parts += 1
      if (sign !== COMMA) depth += 1
      if (parts > MOST_PARTS || depth > MOST_DEEP) return null
    } else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1
  }
  return names
}
