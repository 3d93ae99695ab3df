import { strToU8, zipSync } from 'fflate'
import { DAY_MS } from '../../../core/catalogue/durations.ts'

/** A cell; `wall` is a date as the epoch ms of a wall clock read as UTC. */
export type Cell = string | number | boolean | null | { wall: number }

export type SheetFormat = 'xlsx' | 'csv'

export interface Sheet {
  name: string
  heading: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** At the head of each printed page of a workbook; '' for nothing. */
  brand?: string
}

/**
 * Where a spreadsheet would begin a formula, with the full-width signs that it also takes: at the start of a text, and
 * after what separates cells or rows where it does not know our quotes, since its own separator is another one.
 */
const FORMULA = /^(?=[\t\r\n])|(^|[;\t\r\n])(?=[" ]{0,3}[=+\-@＝＋－＠])/g

const dateText = (wall: number) => new Date(wall).toISOString().replace('T', ' ').replace('Z', '')

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return dateText(cell.wall)
  if (typeof cell !== 'string') return String(cell)
  return `"${cell.replace(FORMULA, "$1'").replaceAll('"', '""')}"`
}

/** CSV with a byte-order mark, by which spreadsheets know UTF-8. Every text is quoted, and an apostrophe stands before what would be a formula. */
export function csv({ heading, rows }: Sheet): Uint8Array<ArrayBuffer> {
  const lines = [heading, ...rows].map((row) => row.map(csvCell).join(','))
  return new Uint8Array(strToU8(`\ufeff${lines.join('\r\n')}\r\n`))
}

const XML_SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML 1.0 has no control characters and no halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const xmlText = (text: string) =>
  text.replace(NOT_XML, '\ufffd').replace(/[&<>"]/g, (sign) => XML_SIGNS[sign] as string)

/** Cell formats of `STYLES`, by their place there. */
const STYLE = { text: 1, date: 2, heading: 3 } as const
// quotePrefix: the cell stays a text when somebody edits it, whatever it begins with.
const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf quotePrefix="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" quotePrefix="1" applyFont="1"/></cellXfs>
</styleSheet>`
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const inline = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** Days since the last day of 1899, as spreadsheets count. */
const serialDay = (wall: number) => wall / DAY_MS + 25_569

function xmlCell(cell: Cell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '<c/>'
  if (typeof cell === 'object') return `<c s="${STYLE.date}"><v>${serialDay(cell.wall)}</v></c>`
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  return inline(cell, STYLE.text)
}

/** A sheet's name has at most 31 characters and none of these. */
const sheetName = (name: string) =>
  xmlText(
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1',
  )

/** To the left at the head of each printed page. There an ampersand begins a code, such as that of the time, unless it stands twice. */
const pageHead = (brand: string) =>
  brand === ''
    ? ''
    : `<headerFooter><oddHeader>&amp;L${xmlText(brand.replaceAll('&', '&&'))}</oddHeader></headerFooter>`

/** An xlsx workbook of one sheet. Texts are inline and marked as texts, so that none is ever run. */
export function xlsx({ name, heading, rows, brand = '' }: Sheet): Uint8Array<ArrayBuffer> {
  const lines = [heading.map((text) => inline(text, STYLE.heading)), ...rows.map((row) => row.map(xmlCell))]
  const data = lines.map((cells) => `<row>${cells.join('')}</row>`).join('')
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${heading.length}" width="22" customWidth="1"/></cols><sheetData>${data}</sheetData>${pageHead(brand)}</worksheet>`,
  }
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(HEAD + xml)] as const)
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 6 }))
}

export const writtenSheet = (sheet: Sheet, format: SheetFormat): Uint8Array<ArrayBuffer> =>
  format === 'csv' ? csv(sheet) : xlsx(sheet)
