/**
 * A text with others in the place of its matches; null leaves a match as it is. In one piece, some 80 ms for 4 MB of
 * nothing else: it stands in transactions, in which nobody waits for a turn.
 */
export function replaced(text: string, pattern: RegExp, by: (match: RegExpExecArray) => string | null): string {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const other = by(match)
    if (other === null) continue
    parts.push(text.slice(end, match.index), other)
    end = match.index + match[0].length
  }
  return parts.join('') + text.slice(end)
}
