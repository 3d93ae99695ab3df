import {
  BORDER,
  FONT,
  fillOf,
  firstOf,
  fontSizeOf,
  GROUND,
  INK,
  SIZE,
  type Start,
  type Tile,
  textOf,
} from './bench-scene.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

/**
 * As FUXA's viewer does it (its handleSignal and the processValue of its shapes and values): for each signal, the gauges
 * bound to it; for each, its element is looked for by id in every svg of the page; ranges are walked for the colour; the
 * text is set, then its unit appended.
 */
const start: Start = (host, tiles) => {
  const svg = make('svg', { ...SIZE, style: '' })
  svg.removeAttribute('style')
  const background = make('rect', { ...SIZE, fill: GROUND })
  const content = make('g', {})
  content.append(...tiles.flatMap(gaugesOf))
  svg.append(background, content)
  host.append(svg)
  const bound = new Map(tiles.map(({ index }) => [`s${index}`, [`box${index}`, `text${index}`]]))
  const shown = new Map<string, number>()
  return {
    apply(changes) {
      for (const [index, value] of changes) signal(bound, shown, `s${index}`, value)
    },
    pan: (x, y) => content.setAttribute('transform', `translate(${x} ${y})`),
    wrongPixels: () => Number.NaN,
  }
}
export default start

function gaugesOf({ index, x, y, width, height }: Tile): SVGElement[] {
  const value = firstOf(index)
  const box = make('rect', {
    id: `box${index}`,
    x: x + 0.5,
    y: y + 0.5,
    width: width - 1,
    height: height - 1,
    fill: fillOf(value),
    stroke: BORDER,
    'stroke-width': 1,
  })
  const gauge = make('g', { id: `text${index}` })
  const text = make('text', {
    x: x + width / 2,
    y: y + height / 2,
    fill: INK,
    'font-family': FONT,
    'font-size': fontSizeOf(height),
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
  })
  text.textContent = textOf(value)
  gauge.append(text)
  return [box, gauge]
}

const RANGES = [
  { min: 0, max: 75 },
  { min: 76, max: 90 },
  { min: 91, max: 100 },
]

function signal(bound: Map<string, string[]>, shown: Map<string, number>, id: string, value: number): void {
  for (const gauge of bound.get(id) ?? []) {
    if (shown.get(gauge) === value) continue
    shown.set(gauge, value)
    for (const svg of document.getElementsByTagName('svg')) {
      const element = svg.getElementById(gauge)
      if (!element) continue
      const text = element.firstElementChild
      if (text) {
        text.textContent = Number.parseFloat(String(value)).toFixed(0)
        continue
      }
      for (const { min, max } of RANGES) {
        if (min <= value && max >= value) element.setAttribute('fill', fillOf(value))
      }
    }
  }
}
