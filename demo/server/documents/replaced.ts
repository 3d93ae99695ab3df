import { inPieces } from '../limits/turns.ts'

/** A text with others in the place of its matches, in turns of the event loop; null leaves a match as it is. */
export async function replaced(
  text: string,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | null,
): Promise<string> {
  const parts: string[] = []
  let end = 0
  await inPieces(text.matchAll(pattern), (match) => {
    const other = by(match)
    if (other === null) return
    parts.push(text.slice(end, match.index), other)
    end = match.index + match[0].length
  })
  return parts.join('') + text.slice(end)
}
