const BLANK = /[\t\n\v\f\r]/g
/** What no text has, and almost every other file. */
const CONTROL = /\p{Cc}/u

/** Bytes as text: UTF-8 or UTF-16 by their mark, else UTF-8 where they are, else GB18030; null for no text at all. */
export function textOf(bytes: Buffer): string | null {
  const mark = bytes.toString('hex', 0, 2)
  const encodings = mark === 'fffe' ? ['utf-16le'] : mark === 'feff' ? ['utf-16be'] : ['utf-8', 'gb18030']
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!CONTROL.test(text.replace(BLANK, ''))) return text
    } catch {
      // The next one may fit.
    }
  }
  return null
}

/** Whatever separates most of the first line: a comma, a semicolon (where commas are decimal) or a tab. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

export interface RowLimits {
  rows: number
  columns: number
  /** Signs of one cell; a longer one is cut off one sign beyond, so that it shows. */
  cell: number
}

/** The cells of a CSV (RFC 4180); what is beyond the limits is left out. */
export function csvRows(text: string, { rows: most, columns, cell: longest }: RowLimits): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let quoted = ''
  /** Where what is not in quotes begins. A cell is cut out whole: joined sign by sign, those of 20 MB take half a GB. */
  let from = 0
  const endCell = (end: number) => {
    const cell = quoted + text.slice(from, end).replaceAll('\r', '')
    if (row.length < columns) row.push(cell.slice(0, longest + 1))
    quoted = ''
    from = end + 1
  }
  for (let at = 0; at <= text.length && rows.length < most; at++) {
    const sign = text[at]
    if (sign === '"' && at === from) {
      // To the closing quote; two in a row are one that is meant.
      let end = at + 1
      for (; end < text.length; end++) {
        if (text[end] !== '"') continue
        if (text[end + 1] !== '"') break
        end++
      }
      quoted = text.slice(at + 1, end).replaceAll('""', '"')
      at = end
      from = end + 1
      continue
    }
    const isEnd = sign === undefined || sign === '\n'
    if (sign === separator || isEnd) endCell(at)
    if (!isEnd) continue
    if (sign !== undefined || row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  return rows
}
