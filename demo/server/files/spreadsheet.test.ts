import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { asWritten } from './file-cells.ts'
import { type Cell, csv, type Sheet, xlsx } from './spreadsheet.ts'

const sheet = (rows: Cell[][], heading = ['a']): Sheet => ({ name: 'Pump [1]: a/b', heading, rows })
const csvText = (rows: Cell[][]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv(sheet(rows)))

/** The parts of a workbook, each read by an XML parser's rules as far as our own writing goes. */
const partsOf = (rows: Cell[][]) =>
  Object.fromEntries(Object.entries(unzipSync(xlsx(sheet(rows)))).map(([path, bytes]) => [path, strFromU8(bytes)]))

const cellsOf = (rows: Cell[][]) => {
  const xml = partsOf(rows)['xl/worksheets/sheet1.xml'] ?? ''
  return [...xml.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)]
    .slice(1)
    .map(([, inner = '']) => inner.replace(/<[^>]+>/g, ''))
}

test('csv files begin with a byte-order mark, quote cells, and end lines as spreadsheets do', () => {
  expect(csvText([['x, "y"', 1.5, true, null]])).toBe('\ufeff"a"\r\n"x, ""y""",1.5,true,\r\n')
})

test.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠x'])(
  'the text %j is no formula in csv',
  (text) => {
    const [, line = ''] = csvText([[text]]).split('\r\n')
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  },
)

test.each([
  ['a;=HYPERLINK("x")', `"a;'=HYPERLINK(""x"")"`],
  ['a\n+1', `"a\n'+1"`],
  ['a;"=1";-2; @b', `"a;'""=1"";'-2;' @b"`],
  ['0=a; 1=b', '"0=a; 1=b"'],
])('the text %j is no formula where semicolons separate cells either', (text, line) => {
  expect(csvText([[text]])).toContain(line)
  expect(asWritten(line.slice(1, -1).replaceAll('""', '"'))).toBe(text)
})

test('a negative number stays a number', () => {
  expect(csvText([[-1.5]])).toContain('\r\n-1.5\r\n')
  expect(cellsOf([[-1.5]])).toEqual(['-1.5'])
})

test("times are in the tenant's zone: text in csv, days in xlsx", () => {
  const wall = Date.UTC(2026, 10, 20, 12)
  expect(csvText([[{ wall }]])).toContain('2026-11-20 12:00:00.000')
  expect(Number(cellsOf([[{ wall }]])[0])).toBe(46_346.5)
})

test('a text in xlsx is marked as text, escaped, and free of characters that XML cannot contain', () => {
  expect(cellsOf([['=1+1'], ['<&">'], ['a\u0001b\ud800c'], ['😀']])).toEqual([
    '=1+1',
    '&lt;&amp;&quot;&gt;',
    'a\ufffdb\ufffdc',
    '😀',
  ])
  expect(partsOf([['=1']])['xl/worksheets/sheet1.xml']).toContain('t="inlineStr" s="1"')
  expect(partsOf([])['xl/styles.xml']).toContain('<xf quotePrefix="1"/>')
})

test('a workbook names its parts, and its sheet by a name that spreadsheets accept', () => {
  const parts = partsOf([])
  for (const [, target] of parts['[Content_Types].xml']?.matchAll(/PartName="\/([^"]+)"/g) ?? [])
    expect(parts[target ?? '']).toBeDefined()
  for (const [, target] of parts['xl/_rels/workbook.xml.rels']?.matchAll(/Target="([^"]+)"/g) ?? [])
    expect(parts[`xl/${target}`]).toBeDefined()
  expect(parts['xl/workbook.xml']).toContain('name="Pump  1   a b"')
})

test('a brand stands at the head of printed pages as it is written, whatever codes it may look like', () => {
  const head = (brand: string) => {
    const { 'xl/worksheets/sheet1.xml': bytes } = unzipSync(xlsx({ ...sheet([['x']]), brand }))
    return /<headerFooter>.*<\/headerFooter>/.exec(strFromU8(bytes as Uint8Array))?.[0]
  }
  expect(head('')).toBeUndefined()
  expect(head('A&D <b>')).toBe('<headerFooter><oddHeader>&amp;LA&amp;&amp;D &lt;b&gt;</oddHeader></headerFooter>')
})
