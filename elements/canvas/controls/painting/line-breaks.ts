/** No line begins with these: closing marks, and what belongs to the number before it. */
const NEVER_FIRST = '、。，．：；！？）］｝〉》」』】〕〗’”…—～·％℃°‰,.:;!?)]}%'
/** No line ends with these. */
const NEVER_LAST = '（［｛〈《「『【〔〖‘“([{￥¥$'

/** Chinese, Japanese, and their marks: a line may end between any two. */
const isWide = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe4f) ||
  (code >= 0xff00 && code <= 0xff60) ||
  code >= 0x1f300

/** What is never broken while a line has room for it: a word with its blank, a Chinese character with its marks. */
export function unbreakable(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let before = ''
  for (const sign of text) {
    const isBreak =
      piece !== '' &&
      !NEVER_FIRST.includes(sign) &&
      !NEVER_LAST.includes(before) &&
      sign !== ' ' &&
      (before === ' ' || before === '-' || isWide(sign.codePointAt(0) ?? 0) || isWide(before.codePointAt(0) ?? 0))
    if (isBreak) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
    before = sign
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

/** The lines of a text in a width; a piece that is wider than the whole line is broken where it must be. */
export function brokenLines(text: string, width: number, measure: (piece: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    if (width === Number.POSITIVE_INFINITY || measure(paragraph) <= width + 0.5) return [paragraph]
    const lines: string[] = []
    let line = ''
    for (const piece of unbreakable(paragraph)) {
      if (measure((line + piece).trimEnd()) <= width + 0.5) {
        line += piece
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      line = ''
      for (const sign of measure(piece.trimEnd()) <= width ? [piece] : piece) {
        if (line !== '' && measure(line + sign) > width) {
          lines.push(line)
          line = ''
        }
        line += sign
      }
    }
    if (line.trimEnd() !== '') lines.push(line.trimEnd())
    return lines
  })
}
