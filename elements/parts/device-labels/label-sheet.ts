import { qrPath } from '../qr-code/qr-path.ts'

/** What a label has on it: never a password. */
export interface Label {
  sn_code: string
  dev_alias: string
  /** What its code holds. */
  content: string
}

/** So many labels are printed at once: 42 pages of A4. */
export const LABELS_MOST = 1000

/** In mm. Those of a roll are a page each; those of A4 lie edge to edge, `columns` in a row. `letters` fit beside the code. */
export const LABEL_SIZES = {
  '40x30': { width: 40, height: 30, columns: null, rows: 1, letters: 8.5 },
  '60x40': { width: 60, height: 40, columns: null, rows: 1, letters: 11 },
  '70x37': { width: 70, height: 37, columns: 3, rows: 8, letters: 14 },
} as const
export type LabelSize = keyof typeof LABEL_SIZES
export const LABEL_SIZE_NAMES = Object.keys(LABEL_SIZES) as LabelSize[]

const SVG = 'http://www.w3.org/2000/svg'
const A4 = { width: 210, height: 297 }

/** Smaller is not read on paper. */
const LEAST_SCALE = 0.7

/** How much smaller a name is than others, so that none of its words is broken; Chinese breaks anywhere. */
function scaleOf(name: string, size: LabelSize): number {
  const longest = Math.max(1, ...(name.match(/[^\s\-–/·\p{Script=Han}]+/gu) ?? []).map(({ length }) => length))
  return Math.max(LEAST_SCALE, Math.min(1, LABEL_SIZES[size].letters / longest))
}

/** A label as it is on paper, for a page of whatever document. */
export function labelNode(document: Document, { sn_code, dev_alias, content }: Label, size: LabelSize): HTMLElement {
  const line = (className: string, words: string): HTMLElement => {
    const node = document.createElement('span')
    node.className = className
    node.textContent = words
    return node
  }
  const { path, size: squares } = qrPath(content)
  const code = document.createElementNS(SVG, 'svg')
  code.setAttribute('viewBox', `0 0 ${squares} ${squares}`)
  code.setAttribute('aria-hidden', 'true')
  const marks = document.createElementNS(SVG, 'path')
  marks.setAttribute('d', path)
  code.append(marks)
  const words = line('device-label-words', '')
  const name = line('device-label-name', dev_alias)
  name.style.fontSize = `${scaleOf(dev_alias, size)}em`
  words.append(name, line('device-label-sn', sn_code))
  const label = document.createElement('div')
  label.className = `device-label device-label-${size}`
  label.append(code, words)
  return label
}

function pageRules(size: LabelSize): string {
  const { width, height, columns, rows } = LABEL_SIZES[size]
  if (columns === null)
    return `@page { size: ${width}mm ${height}mm; margin: 0 } body { margin: 0 } .page { break-after: page } .page:last-child { break-after: auto }`
  // What 297 mm have beside whole labels stands half above and half below.
  const beside = (A4.height - rows * height) / 2
  return `@page { size: A4; margin: 0 } body { margin: 0 }
    .page { display: grid; grid-template-columns: repeat(${columns}, ${width}mm); grid-auto-rows: ${height}mm;
      box-sizing: border-box; block-size: ${A4.height - 1}mm; padding-block-start: ${beside}mm; break-after: page }
    .page:last-child { break-after: auto }`
}

/** Fills an empty document with labels, page by page; `looks` are those of a label. */
export function fillPages(
  page: Window & typeof globalThis,
  labels: readonly Label[],
  size: LabelSize,
  looks: string,
): void {
  const { document } = page
  const { columns, rows } = LABEL_SIZES[size]
  const sheet = new page.CSSStyleSheet()
  sheet.replaceSync(`${looks} ${pageRules(size)}`)
  document.adoptedStyleSheets = [sheet]
  const onPage = (columns ?? 1) * rows
  for (let at = 0; at < labels.length; at += onPage) {
    const part = document.createElement('div')
    part.className = 'page'
    part.append(...labels.slice(at, at + onPage).map((label) => labelNode(document, label, size)))
    document.body.append(part)
  }
}

/** Prints labels by a frame of their own, which the policy of no page keeps from being empty at first. */
export function printLabels(labels: readonly Label[], size: LabelSize, looks: string, title: string): void {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', inset: '0', inlineSize: '0', blockSize: '0', border: '0' })
  frame.addEventListener(
    'load',
    () => {
      const page = frame.contentWindow as (Window & typeof globalThis) | null
      if (!page) return
      page.document.title = title
      fillPages(page, labels, size, looks)
      page.addEventListener('afterprint', () => frame.remove(), { once: true })
      page.print()
    },
    { once: true },
  )
  document.body.append(frame)
}
