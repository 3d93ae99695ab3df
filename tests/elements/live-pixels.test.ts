import type { LiveValue } from '../../core/contract/realtime.ts'
import { equal, oneIn, place, until } from './check.ts'
import { type Painted, painted } from './painted.ts'
import type { PlayedServer } from './played-server.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
await import('../../elements/live/index.ts')
const { playServer, point } = await import('./played-server.ts')

type Leaf = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

/** Pages' sizes and directions: the same value has to be read in each. */
const PAGES = [10, 13, 16, 24, 40].flatMap((fontSize) =>
  (['ltr', 'rtl'] as const).map((dir) => ({ fontSize, dir, what: `at ${fontSize} px, ${dir}` })),
)
const COLOURS = [
  'background: white; color: black; --sg-accent: rgb(0, 0, 255); --sg-state-online: rgb(0, 160, 0)',
  '--sg-state-offline: rgb(120, 120, 120); --sg-state-faulty: rgb(220, 0, 0)',
].join(';')

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
})

interface Shown {
  dir: 'ltr' | 'rtl'
  fontSize: number
  value?: LiveValue[0]
  dev_state?: number
  trend?: readonly number[][]
  unit?: string
}

/** A leaf on a page of this direction and size, once it shows what the device has reported. */
async function leaf(
  markup: string,
  { dir, fontSize, value = null, dev_state = 1, trend = [], unit = 'm' }: Shown,
): Promise<Leaf> {
  const points = [point('level', { unit, decimals: 1 })]
  const server = await playServer({
    'GET /dev/shown': () => ({ dev_alias: 'Pump 1', report_interval_s: 60, points }),
    'GET /hDev/trend': () => trend,
  })
  open.push(server)
  const frame = `position: fixed; inset: 0 auto auto 0; inline-size: 640px; padding: 8px; font: ${fontSize}px sans-serif`
  const box = place(`<div dir="${dir}" lang="en" style="${frame}; ${COLOURS}">${markup}</div>`)
  const element = box.querySelector('sg-value, sg-status, sg-trend, sg-gauge') as Leaf
  element.connection = server.connection
  await until('the channel', () => server.watched.has('device/PUMP1'))
  const time = Date.now()
  server.values('snapshot', { level: [value, 'good', time] }, { dev_state, report_time: time })
  await until('the value', () => element.dataset.sgState === 'ready')
  return element
}

const part = (element: Leaf, selector: string) => element.shadowRoot.querySelector(selector) as HTMLElement
const isBlue = ([red, , blue]: readonly number[]) => (blue as number) - (red as number) > 100

/** How much of the arc is painted from its start on, and how much behind that, both of 1. */
function arcOf({ at }: Painted, path: SVGPathElement): { share: number; behind: number } {
  const matrix = path.getScreenCTM() as DOMMatrix
  const whole = path.getTotalLength()
  const steps = 500
  const isPainted = Array.from({ length: steps }, (_, step) => {
    const { x, y } = path.getPointAtLength(((step + 0.5) / steps) * whole).matrixTransform(matrix)
    return isBlue(at(x, y))
  })
  const end = isPainted.indexOf(false)
  const first = end < 0 ? steps : end
  return { share: first / steps, behind: isPainted.slice(first).filter(Boolean).length / steps }
}

const SIZES = [
  ...PAGES,
  ...[60, 100, 250, 600].map((px) => ({ fontSize: 9, dir: 'ltr' as const, px, what: `${px} px wide` })),
]
for (const [row, { what, ...page }] of SIZES.entries()) {
  for (const value of oneIn(3, row, [0, 3.95, 6.57, 10, 12])) {
    it(`the arc of <sg-gauge> reaches as far as ${value} of 10, ${what}`, async () => {
      const element = await leaf('<sg-gauge sn="PUMP1" point="level" min="0" max="10"></sg-gauge>', {
        ...page,
        value,
      })
      const { px } = page as { px?: number }
      if (px) part(element, '.gauge').style.inlineSize = `${px}px`
      const path = element.shadowRoot.querySelector('path:not(.track)') as SVGPathElement
      const { share, behind } = arcOf(await painted(element.getBoundingClientRect()), path)
      const wanted = Math.min(1, value / 10)
      // An edge that is smoothed is a px or two of an arc of 60 px at its smallest.
      if (Math.abs(share - wanted) > 0.02 || behind > 0) throw new Error(`${share} and ${behind} behind, not ${wanted}`)
    })
  }
}
for (const dir of ['ltr', 'rtl'] as const) {
  it(`the arc of <sg-gauge> begins at the number of its beginning on a page written ${dir}`, async () => {
    const element = await leaf('<sg-gauge sn="PUMP1" point="level" min="0" max="800"></sg-gauge>', {
      dir,
      fontSize: 16,
      value: 100,
    })
    const [from, to] = [...element.shadowRoot.querySelectorAll('.ends > *')].map((end) => end.getBoundingClientRect())
    equal(element.shadowRoot.querySelector('.ends')?.textContent, '0800')
    equal((from as DOMRect).right < (to as DOMRect).left, true)
  })
}

for (const { what, dir, fontSize } of PAGES) {
  it(`the line of <sg-trend> is as high as its values, the newest last, ${what}`, async () => {
    const end = Math.floor(Date.now() / 30_000) * 30_000
    // Low for the first half of the hour, then high, then in the middle.
    const levels = [1, 1, 3, 2]
    const trend = Array.from({ length: 118 }, (_, n) => {
      const value = levels[Math.floor((n / 118) * 4)] as number
      return [end - (118 - n) * 30_000, value, value, value, value]
    })
    const element = await leaf('<sg-trend sn="PUMP1" point="level"></sg-trend>', { dir, fontSize, trend, value: 2 })
    await until('the line', () => (part(element, 'path:not(.band)').getAttribute('d')?.length ?? 0) > 500)
    const plot = part(element, '.plot').getBoundingClientRect()
    const { at } = await painted(new DOMRect(plot.x, plot.y - 4, plot.width, plot.height + 8))
    const heightAt = (share: number) => {
      const rows = Array.from({ length: Math.ceil(plot.height) + 8 }, (_, n) => plot.y - 4 + n + 0.5)
      const blue = rows.filter((y) => isBlue(at(plot.x + plot.width * share, y)))
      return (plot.bottom - blue.reduce((sum, y) => sum + y, 0) / blue.length) / plot.height
    }
    for (const [share, wanted] of [
      [0.12, 0],
      [0.38, 0],
      [0.62, 1],
      [0.88, 0.5],
    ] as const) {
      const height = heightAt(share)
      // Half of the line's own width, and what smoothing adds.
      if (!(Math.abs(height - wanted) * plot.height < 1.6))
        throw new Error(`at ${share} it is at ${height}, not ${wanted}`)
    }
  })
}

/** The text is painted from left to right, whatever the page's direction makes of digits and signs. */
async function expectPainted(text: HTMLElement, wanted: string): Promise<void> {
  equal(text.textContent, wanted)
  const box = text.getBoundingClientRect()
  const shown = await painted(box)
  const own = document.createElement('bdo')
  own.dir = 'ltr'
  own.textContent = wanted
  text.replaceChildren(own)
  const expected = await painted(box)
  equal(shown.picture.data.toString() === expected.picture.data.toString(), true)
  equal(
    shown.picture.data.some((value) => value < 200),
    true,
  )
}

for (const [row, { what, dir, fontSize }] of PAGES.entries()) {
  for (const [value, number, unit] of oneIn(3, row, [
    [1234.56, '1,234.6', 'm³/h'],
    [-113, '-113.0', 'dBm'],
    [91.5, '91.5', '%'],
    [20, '20.0', '°C'],
  ] as const)) {
    it(`the text of <sg-value> is ${number} before ${unit}, ${what}`, async () => {
      const element = await leaf('<sg-value sn="PUMP1" point="level"></sg-value>', { dir, fontSize, value, unit })
      const [shown, suffix] = [part(element, '[part=value]'), part(element, '[part=unit]')]
      await expectPainted(shown, number)
      await expectPainted(suffix, unit)
      equal(shown.getBoundingClientRect().right < suffix.getBoundingClientRect().left, true)
    })
  }
}
it('the text of <sg-value> is in the letters that were measured, where the page writes in small capitals', async () => {
  const element = await leaf('<p style="font-variant: small-caps"><sg-value sn="PUMP1" point="level"></sg-value></p>', {
    dir: 'ltr',
    fontSize: 24,
    value: 3,
    unit: 'm³/h',
  })
  equal(getComputedStyle(part(element, '[part=unit]')).fontVariantCaps, 'normal')
  await expectPainted(part(element, '[part=unit]'), 'm³/h')
})

for (const [row, { what, dir, fontSize }] of PAGES.entries()) {
  for (const [dev_state, word, colour, centre] of oneIn(3, row, [
    [1, 'Online', [0, 160, 0], true],
    [2, 'Offline', [120, 120, 120], false],
    [3, 'Faulty', [220, 0, 0], true],
  ] as const)) {
    it(`the mark of <sg-status> is that of ${word} beside its word, ${what}`, async () => {
      const element = await leaf('<sg-status sn="PUMP1"></sg-status>', { dir, fontSize, dev_state })
      const mark = part(element, 'svg').getBoundingClientRect()
      const { picture, at } = await painted(mark)
      const isOf = (pixel: readonly number[]) => colour.every((value, n) => Math.abs(value - (pixel[n] as number)) < 60)
      equal(isOf(at(mark.x + mark.width / 2, mark.y + mark.height / 2)), centre)
      const pixels = Array.from({ length: picture.data.length / 4 }, (_, n) => picture.data.subarray(n * 4, n * 4 + 3))
      equal(
        pixels.some((pixel) => isOf([...pixel])),
        true,
      )
      equal(element.shadowRoot.textContent?.includes(word), true)
      equal(part(element, '[part=age]').getBoundingClientRect().left > mark.right, true)
    })
  }
}
