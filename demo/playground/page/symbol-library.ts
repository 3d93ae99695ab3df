import type { ControlChoices } from './control-document.ts'
import type { ControlEntry, Controls, SymbolEntry } from './control-shape.ts'
import { createControlStage } from './control-stage.ts'
import { h, settled } from './dom.ts'
import { t, ui } from './text.ts'

const CELL = { width: 120, height: 132 }
const LABEL_PX = 18
const SEARCH_MS = 150
/** Of the stage's page beside the screens. */
const STAGE_PADDING = 32

/** A screen of symbols in rows, each above its name. */
function screenOf(symbols: readonly SymbolEntry[], kind: ControlEntry, title: string, widest: number) {
  const columns = Math.max(2, Math.floor(widest / CELL.width))
  const controls = symbols.map(({ id, names, width, height }, index) => {
    const x = (index % columns) * CELL.width + (CELL.width - width) / 2
    const y = Math.floor(index / columns) * CELL.height + (CELL.height - LABEL_PX - height) / 2
    const props = { ...kind.defaults, symbol: id, label: names[ui] }
    const place = { x, y, width, height }
    return { control_id: `symbol-${index}`, kind: kind.kind, version: kind.version, name: names[ui], ...place, props }
  })
  const height = Math.ceil(symbols.length / columns) * CELL.height
  return { version: 1, name: title, width: columns * CELL.width, height, grid: 0, style: 'grey', controls }
}

/** All symbols of the library by category, drawn by the kit; the search takes names in both languages. */
export function symbolLibrary({ console_url, symbols, symbol_categories }: Controls, kind: ControlEntry) {
  let chosen: ControlChoices | null = null
  const frame = h('iframe', { src: '/stage', title: t.library, class: 'stage-frame' })
  const stage = createControlStage(frame, t.library, console_url, false)
  const count = h('span', { class: 'quiet', role: 'status' })
  const search = h('input', { type: 'search', class: 'search', 'aria-label': t.searchSymbols })
  search.placeholder = t.searchSymbols

  const matches = ({ id, names }: SymbolEntry, words: readonly string[]) => {
    const all = `${id} ${names.zh} ${names.en}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
  function draw() {
    if (!chosen || frame.clientWidth === 0) return
    const words = search.value.toLowerCase().split(/\s+/)
    const found = symbols.filter((symbol) => matches(symbol, words))
    const drawn = Object.entries(symbol_categories).flatMap(([category, names]) => {
      const own = found.filter((symbol) => symbol.category === category)
      const document = screenOf(own, kind, names[ui], frame.clientWidth - STAGE_PADDING)
      return own.length > 0 ? [{ title: `${names[ui]} ${own.length}`, document }] : []
    })
    count.textContent = found.length > 0 ? String(found.length) : t.noSymbol
    const { lang, theme, sn } = chosen
    stage.show({ lang, theme, sn, drawn })
  }
  const later = settled(draw, SEARCH_MS)
  search.addEventListener('input', later)
  new ResizeObserver(later).observe(frame)
  const head = h('div', { class: 'panel-head library-head' }, h('h2', {}, t.library), count, search)
  return {
    view: h('section', { class: 'panel', id: 'library' }, head, frame),
    show(choices: ControlChoices) {
      chosen = choices
      later()
    },
  }
}
