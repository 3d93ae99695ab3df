import { h, withCode } from './dom.ts'
import type { DocRow, Entry } from './shape.ts'
import { t } from './text.ts'

function table(title: string, rows: readonly DocRow[]): HTMLElement | null {
  if (rows.length === 0) return null
  const hasType = rows.some(({ type }) => type)
  const hasFallback = rows.some(({ fallback }) => fallback)
  const head = [t.name, hasType ? t.type : null, hasFallback ? t.fallback : null, t.description]
  const code = (text: string) => h('td', {}, text ? h('code', {}, text) : null)
  const cells = ({ name, type, fallback, description }: DocRow) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('code', {}, name)),
      hasType ? code(type) : null,
      hasFallback ? code(fallback) : null,
      h('td', {}, ...withCode(description)),
    )
  return h(
    'div',
    { class: 'docs-table', tabindex: '0', role: 'region', 'aria-label': title },
    h(
      'table',
      {},
      h('caption', {}, title),
      h('thead', {}, h('tr', {}, ...head.map((word) => (word === null ? null : h('th', { scope: 'col' }, word))))),
      h('tbody', {}, ...rows.map(cells)),
    ),
  )
}

/** Long and the same for most elements: opened by who looks for it. */
function folded(title: string, rows: readonly DocRow[]): HTMLElement | null {
  const shown = table(title, rows)
  return shown && h('details', {}, h('summary', {}, `${title} (${rows.length})`), shown)
}

/** The manifest's rows of an element. */
export const docsOf = (entry: Entry): HTMLElement =>
  h(
    'section',
    { class: 'panel', id: 'docs' },
    h('h2', {}, t.docs),
    entry.description ? h('p', { class: 'description', lang: 'en' }, ...withCode(entry.description)) : null,
    table(t.docAttributes, entry.attributes),
    table(t.docProperties, entry.properties),
    table(t.docEvents, entry.events),
    table(t.docSlots, entry.slots),
    table(t.docParts, entry.parts),
    folded(t.docCss, entry.css_properties),
  )
