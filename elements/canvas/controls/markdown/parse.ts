import { safeLink } from '../../../../core/rules/safe-link.ts'

/** Words of a line, as they are written. */
export type Span =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'bold' | 'italic'; readonly of: readonly Span[] }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'link'; readonly href: string; readonly of: readonly Span[] }

export type Block =
  | { readonly is: 'heading'; readonly level: 1 | 2 | 3; readonly of: readonly Span[] }
  | { readonly is: 'paragraph'; readonly lines: readonly (readonly Span[])[] }
  | { readonly is: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly is: 'rule' }

/** Marks within marks: nobody writes more, and no text makes the page deeper. */
const DEEPEST = 6
const HEADING = /^(#{1,6})\s+(.*)$/
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/
const NUMBER = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/

/** The blocks of a text in Markdown. What is no mark stands as it is written: HTML, too, is text. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const close = () => {
    if (lines.length > 0) blocks.push({ is: 'paragraph', lines: lines.map((line) => parseSpans(line.trim())) })
    lines = []
  }
  const item = (isOrdered: boolean, words: string) => {
    close()
    const of = parseSpans(words)
    const last = blocks.at(-1)
    if (last?.is === 'list' && last.isOrdered === isOrdered)
      blocks.splice(-1, 1, { ...last, items: [...last.items, of] })
    else blocks.push({ is: 'list', isOrdered, items: [of] })
  }
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)
    const bullet = BULLET.exec(line)
    const number = NUMBER.exec(line)
    if (line.trim() === '') close()
    else if (RULE.test(line)) {
      close()
      blocks.push({ is: 'rule' })
    } else if (heading) {
      close()
      const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3
      blocks.push({ is: 'heading', level, of: parseSpans(heading[2] ?? '') })
    } else if (bullet) item(false, bullet[1] ?? '')
    else if (number) item(true, number[1] ?? '')
    else lines.push(line)
  }
  close()
  return blocks
}

/** The words of one line. */
export function parseSpans(line: string, depth = 0): Span[] {
  const spans: Span[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') spans.push({ is: 'text', text: plain })
    plain = ''
  }
  let at = 0
  while (at < line.length) {
    const found = depth < DEEPEST ? markAt(line, at, depth) : null
    if (found) {
      flush()
      spans.push(found.span)
      at = found.end
    } else {
      // A mark behind a backslash is a character.
      if (line[at] === '\\' && /[\\*_`[\]()#+\-.!]/.test(line[at + 1] ?? '')) at += 1
      plain += line[at]
      at += 1
    }
  }
  flush()
  return spans
}

interface Found {
  readonly span: Span
  /** Where the line goes on. */
  readonly end: number
}

function markAt(line: string, at: number, depth: number): Found | null {
  switch (line[at]) {
    case '*':
      return between(line, at, '**', 'bold', depth) ?? between(line, at, '*', 'italic', depth)
    case '_':
      // Within a word it is a part of a name.
      return /\w/.test(line[at - 1] ?? '')
        ? null
        : (between(line, at, '__', 'bold', depth) ?? between(line, at, '_', 'italic', depth))
    case '`': {
      const end = line.indexOf('`', at + 1)
      return end > at + 1 ? { span: { is: 'code', text: line.slice(at + 1, end) }, end: end + 1 } : null
    }
    case '[':
      return linkAt(line, at, depth)
    default:
      return null
  }
}

function between(line: string, at: number, mark: string, is: 'bold' | 'italic', depth: number): Found | null {
  const begin = at + mark.length
  if (!line.startsWith(mark, at) || /^(\s|$)/.test(line.slice(begin, begin + 1))) return null
  for (let end = line.indexOf(mark, begin); end > begin; end = line.indexOf(mark, end + 1)) {
    // Of three marks the last two close: the first one closes what is within.
    while (mark.length === 2 && line[end + 2] === mark[0]) end += 1
    const isWord = mark.startsWith('_') && /\w/.test(line[end + mark.length] ?? '')
    // The first star of two is none of one.
    const isOther = mark.length === 1 && line[end + 1] === mark
    if (isOther) end += 1
    else if (!isWord && !/\s/.test(line[end - 1] ?? '') && line[end - 1] !== '\\')
      return { span: { is, of: parseSpans(line.slice(begin, end), depth + 1) }, end: end + mark.length }
  }
  return null
}

function linkAt(line: string, at: number, depth: number): Found | null {
  const middle = line.indexOf('](', at)
  const end = middle < 0 ? -1 : line.indexOf(')', middle)
  if (end < 0 || middle === at + 1) return null
  const href = safeLink(line.slice(middle + 2, end))
  if (!href) return null
  return { span: { is: 'link', href, of: parseSpans(line.slice(at + 1, middle), depth + 1) }, end: end + 1 }
}
