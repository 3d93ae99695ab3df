import { equal, place, sg, until } from './check.ts'
import { emulateMedia, painted } from './painted.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, shownPage } = await import('./shown-page.ts')
await import('./probe.tsx')

afterEach(() => emulateMedia())

/** How many colours are painted there, and whether two of them differ by half of the scale: something can be seen. */
async function isSeen(box: DOMRect): Promise<boolean> {
  const { picture } = await painted(box)
  const lights = Array.from({ length: picture.data.length / 4 }, (_, n) => {
    const [red = 0, green = 0, blue = 0] = picture.data.subarray(n * 4, n * 4 + 3)
    return (red + green + blue) / 3
  })
  return Math.max(...lights) - Math.min(...lights) > 120
}
const around = ({ x, y, width, height }: DOMRect, px: number) =>
  new DOMRect(x - px, y - px, width + 2 * px, height + 2 * px)

/** One place of each kind that is in view. */
const CONTROLS = ['.checkbox', '.switch', '.field-box', '.select-button', '.button']

for (const [tag, shape] of [
  ['sg-alarm-feed', 'table'],
  ['sg-device-monitor', 'tab alarms'],
  ['sg-device-board', ''],
] as const) {
  for (const scheme of ['light', 'dark']) {
    it(`controls have edges in the colours of the system, ${scheme}: ${tag}`, async () => {
      await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': scheme })
      const pages = PAGES[tag] ?? []
      const page = pages.find((one) => one.shape === shape) ?? pages[0]
      if (!page) throw new Error(`${tag} has no page`)
      const { element } = await shownPage(tag, page, 'ready', '')
      await until('controls', () => element.shadowRoot.querySelector('.button'))
      let count = 0
      for (const kind of CONTROLS) {
        for (const control of element.shadowRoot.querySelectorAll<HTMLElement>(kind)) {
          if (!control.checkVisibility({ visibilityProperty: true })) continue
          const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(control)
          equal([kind, borderTopStyle, borderTopColor !== backgroundColor], [kind, 'solid', true])
          count += 1
        }
      }
      equal(count > 0, true)
    })
  }
}
it('text on the accent is readable in the colours of the system', async () => {
  await emulateMedia({ 'forced-colors': 'active' })
  const [page] = PAGES['sg-sign-in'] ?? []
  if (!page) throw new Error('no page')
  const { element } = await shownPage('sg-sign-in', page, 'ready', '')
  const button = await until('the button', () => element.shadowRoot.querySelector('.button-primary'))
  button.scrollIntoView({ block: 'center' })
  const words = document.createRange()
  words.selectNodeContents(button)
  equal(await isSeen(words.getBoundingClientRect()), true)
})
it('an unconfirmed alarm keeps its strip in the colours of the system', async () => {
  await emulateMedia({ 'forced-colors': 'active' })
  const [page] = PAGES['sg-alarm-feed'] ?? []
  if (!page) throw new Error('no page')
  const { element } = await shownPage('sg-alarm-feed', page, 'ready', '')
  const row = await until('a row', () => element.shadowRoot.querySelector('.feed-row[data-state="UNACK"]'))
  row.scrollIntoView({ block: 'center' })
  const { x, y, height } = row.getBoundingClientRect()
  equal(await isSeen(new DOMRect(x - 1, y + 6, 8, height - 12)), true)
})
it('the selected tab and the pressed segment differ from the others in the colours of the system', async () => {
  await emulateMedia({ 'forced-colors': 'active' })
  const page = PAGES['sg-device-monitor']?.find(({ shape }) => shape === 'tab curve')
  if (!page) throw new Error('no page')
  const { element } = await shownPage('sg-device-monitor', page, 'ready', '')
  const tabs = await until('tabs', () => {
    const found = [...element.shadowRoot.querySelectorAll('[role=tab]')]
    return found.length > 1 && found
  })
  for (const tab of tabs) {
    const isSelected = tab.getAttribute('aria-selected') === 'true'
    equal(getComputedStyle(tab).outlineStyle, isSelected ? 'solid' : 'none')
  }
  const segments = [...element.shadowRoot.querySelectorAll('[aria-pressed]')]
  for (const segment of segments) {
    const isPressed = segment.getAttribute('aria-pressed') === 'true'
    equal(getComputedStyle(segment).outlineStyle, isPressed ? 'solid' : 'none')
  }
  const selected = tabs.find((tab) => tab.getAttribute('aria-selected') === 'true') as Element
  selected.scrollIntoView({ block: 'center' })
  equal(await isSeen(around(selected.getBoundingClientRect(), 0)), true)
})

it('lines and secondary text are as strong as the first where more contrast is requested', async () => {
  await emulateMedia({ 'prefers-contrast': 'more' })
  const element = sg(place('<sg-probe></sg-probe>'), 'sg-probe')
  const root = await until('the view', () => element.shadowRoot.querySelector('.sg-root:not(.sg-portal)'))
  const token = (name: string) => getComputedStyle(root).getPropertyValue(`--sg-${name}`)
  for (const name of ['text-2', 'text-3', 'line', 'line-strong']) equal(token(name), token('text-1'))
  await emulateMedia()
  equal(token('text-2') === token('text-1'), false)
})
it('the ground, the normal range and a passed limit of a bar differ where all lines have one colour, and the letters are seen', async () => {
  const { paint } = await import('../../elements/canvas/controls/bar/paint.ts')
  const { default: bar } = await import('../../elements/canvas/controls/bar/control.ts')
  const { screenLook } = await import('./controls-driver.tsx')
  const element = sg(place('<sg-probe></sg-probe>'), 'sg-probe')
  await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': 'dark' })
  const root = await until('the view', () => element.shadowRoot.querySelector('.sg-root:not(.sg-portal)'))
  const { tokensAt } = await import('../../elements/kit/tokens-at.ts')
  const look = { ...screenLook, token: tokensAt(root) }
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const [width, height] = [120, 300]
  context.canvas.width = width
  context.canvas.height = height
  context.fillStyle = look.token('surface-2')
  context.fillRect(0, 0, width, height)
  const props = { ...bar.defaults, min: 0, max: 100, value: 85, hasScale: false, hasValue: false, label: '' }
  const shown = { ...props, normalFrom: 30, normalTo: 50, low: null, lowLow: null, high: 80, highHigh: null }
  const state = { quality: 'good', alarm_level: 4 }
  paint({ context, props: shown, state, look, width, height } as never)
  /** How light it is in the track, beside the pointer, at a value. */
  const thick = Math.max(6, Math.round(Math.min(width * 0.26, 40)))
  const x = Math.round((width - thick) / 2)
  const light = (value: number, at = x + 3) => {
    const [red = 0] = context.getImageData(at, Math.round(4 + (height - 8) * (1 - value / 100)), 1, 1).data
    return red
  }
  const [ground, normal, passed] = [light(15), light(40), light(95)]
  equal([normal - ground > 60, passed - normal > 60], [true, true])
  equal(look.token('on-alarm') !== look.token('alarm-4'), true)
})
