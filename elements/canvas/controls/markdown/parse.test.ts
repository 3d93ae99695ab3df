import { expect, test } from 'vitest'
import { parseMarkdown, parseSpans, type Span } from './parse.ts'

const plain = (text: string): Span => ({ is: 'text', text })

test('a text is headings, paragraphs, lists and rules', () => {
  expect(parseMarkdown('# One\n\nfirst\nsecond\n\n- a\n- b\n1. c\n2. d\n---\n#### Deep')).toEqual([
    { is: 'heading', level: 1, of: [plain('One')] },
    { is: 'paragraph', lines: [[plain('first')], [plain('second')]] },
    { is: 'list', isOrdered: false, items: [[plain('a')], [plain('b')]] },
    { is: 'list', isOrdered: true, items: [[plain('c')], [plain('d')]] },
    { is: 'rule' },
    { is: 'heading', level: 3, of: [plain('Deep')] },
  ])
})

test('words are bold, italic, code and links, also within one another', () => {
  expect(parseSpans('a **b *c*** `d*`')).toEqual([
    plain('a '),
    { is: 'bold', of: [plain('b '), { is: 'italic', of: [plain('c')] }] },
    plain(' '),
    { is: 'code', text: 'd*' },
  ])
  expect(parseSpans('see [the **manual**](https://x.example/a)')).toEqual([
    plain('see '),
    { is: 'link', href: 'https://x.example/a', of: [plain('the '), { is: 'bold', of: [plain('manual')] }] },
  ])
})

test('what is no mark stands as it is written', () => {
  for (const line of ['pump_1_flow', '2 * 3 * 4', '**', '<b>bold</b>', '[x]', 'a ** b **', '&lt;', '_', '*'])
    expect(parseSpans(line), line).toEqual([plain(line)])
  expect(parseSpans('\\*no\\*')).toEqual([plain('*no*')])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc', '//x.example', 'x'])(
  'a link to %s is text',
  (href) => {
    expect(parseSpans(`[press](${href})`).every(({ is }) => is === 'text')).toBe(true)
  },
)

test('no text of marks alone takes long or makes the page deep', () => {
  const depthOf = (spans: readonly Span[]): number =>
    Math.max(0, ...spans.map((span) => ('of' in span ? 1 + depthOf(span.of) : 0)))
  for (const mark of ['*', '_*', '**_', '[', '[](', '`', '*a '])
    expect(depthOf(parseSpans(mark.repeat(4000 / mark.length))), mark).toBeLessThan(8)
})
