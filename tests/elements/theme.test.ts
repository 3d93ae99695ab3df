import { equal, place, sg, until } from './check.ts'
import { emulateMedia } from './painted.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, shownPage } = await import('./shown-page.ts')
await import('./probe.tsx')
await import('../../elements/live/index.ts')

type Host = HTMLElement & { shadowRoot: ShadowRoot }

/** The main text of each theme. */
const TEXT = { light: 'rgb(28, 33, 39)', dark: 'rgb(229, 232, 235)', hp: 'rgb(22, 25, 28)' } as const
type Theme = keyof typeof TEXT

const textOf = (element: Host) => {
  const words = element.shadowRoot.querySelector('#hello, .base')
  return words ? getComputedStyle(words).color : ''
}
const shows = (element: Host, theme: Theme, when = '') =>
  until(`the theme ${theme}${when}`, () => textOf(element) === TEXT[theme])
const probeIn = (box: ParentNode) => sg(box, 'sg-probe') as Host

/** A style sheet of the page, until the returned function is called. */
function pageSheet(css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

afterEach(async () => {
  document.documentElement.removeAttribute('theme')
  document.documentElement.style.colorScheme = ''
  await emulateMedia()
})

it('the theme is light where the page says nothing, whatever the system prefers', async () => {
  await emulateMedia({ 'prefers-color-scheme': 'dark' })
  await shows(probeIn(place('<sg-probe></sg-probe>')), 'light')
})
it('the theme is the one that is named on the element, else on the nearest above it', async () => {
  const box = place(
    '<div theme="dark"><p theme="hp"><sg-probe></sg-probe></p><sg-probe id="own" theme="light"></sg-probe><sg-probe id="above"></sg-probe></div>',
  )
  await shows(probeIn(box), 'hp')
  await shows(sg(box, '#own'), 'light')
  await shows(sg(box, '#above'), 'dark')
})
it('the theme passes by what is no theme of ours', async () => {
  const box = place('<div theme="dark"><p theme="material"><sg-probe theme=""></sg-probe></p></div>')
  await shows(probeIn(box), 'dark')
})
it('the theme is followed when it is set, changed or taken away above, through a shadow root', async () => {
  const box = place('<div id="outer"><p id="inner"></p></div>')
  const inner = box.querySelector('#inner') as HTMLElement
  const element = document.createElement('sg-probe') as Host
  inner.attachShadow({ mode: 'open' }).append(element)
  await shows(element, 'light')
  inner.setAttribute('theme', 'dark')
  await shows(element, 'dark', ' of its host')
  inner.removeAttribute('theme')
  await shows(element, 'light', ' again')
  document.documentElement.setAttribute('theme', 'hp')
  await shows(element, 'hp', ' of the page')
})
it('the theme is followed from <sg-connection>', async () => {
  const box = place('<sg-connection theme="dark"><sg-probe></sg-probe></sg-connection>')
  await shows(probeIn(box), 'dark')
  box.querySelector('sg-connection')?.setAttribute('theme', 'hp')
  await shows(probeIn(box), 'hp')
})
it('the theme is that of the place to which the element is moved', async () => {
  const box = place('<div theme="dark"></div><sg-probe></sg-probe>')
  const element = probeIn(box)
  await shows(element, 'light')
  box.querySelector('[theme]')?.append(element)
  await shows(element, 'dark')
})
it('the theme auto is that of the system, also on a page that is dark', async () => {
  document.documentElement.style.colorScheme = 'dark'
  const element = probeIn(place('<sg-probe theme="auto"></sg-probe>'))
  await shows(element, 'light')
  await emulateMedia({ 'prefers-color-scheme': 'dark' })
  await shows(element, 'dark')
})

it('the colour scheme of a page that names no theme is followed, however it changes', async () => {
  const element = probeIn(place('<p class="panel"><sg-probe></sg-probe></p>'))
  await shows(element, 'light')
  document.documentElement.style.colorScheme = 'dark'
  await shows(element, 'dark', ' of the page')
  const drop = pageSheet('.panel { color-scheme: only light }')
  await shows(element, 'light', ' of the panel')
  drop()
  await shows(element, 'dark', ' of the page again')
})
it('the colour scheme of a page that names no theme follows the system where it is both', async () => {
  const drop = pageSheet(':root { color-scheme: light dark }')
  const element = probeIn(place('<sg-probe></sg-probe>'))
  await shows(element, 'light')
  await emulateMedia({ 'prefers-color-scheme': 'dark' })
  await shows(element, 'dark')
  drop()
})
it('the colour scheme of a page that names no theme counts less than a theme that is named', async () => {
  document.documentElement.style.colorScheme = 'dark'
  await shows(probeIn(place('<sg-probe theme="light"></sg-probe>')), 'light')
  await shows(probeIn(place('<p theme="hp"><sg-probe></sg-probe></p>')), 'hp')
})
it('the problem of a live element has the colour of the theme', async () => {
  const box = place('<sg-status></sg-status>')
  const leaf = sg(box, 'sg-status')
  const problem = await until('the problem', () => leaf.shadowRoot.querySelector('.problem'))
  const isColour = (colour: string) => until(colour, () => getComputedStyle(problem).color === colour)
  await isColour('rgb(179, 38, 30)')
  document.documentElement.style.colorScheme = 'dark'
  await isColour('rgb(255, 143, 134)')
  box.setAttribute('theme', 'light')
  await isColour('rgb(179, 38, 30)')
})

/** Of WCAG, between two colours of 255. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (colour: readonly number[]) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [least, most] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (most + 0.05) / (least + 0.05)
}

/** Every text that is shown on the page's own ground, with its colour. */
function groundless(root: ShadowRoot): { text: string; colour: readonly number[] }[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: { text: string; colour: readonly number[] }[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim()
    const holder = texts.currentNode.parentElement as HTMLElement
    if (!text || !holder.checkVisibility({ visibilityProperty: true }) || holder.closest('[disabled]')) continue
    let at: HTMLElement | null = holder
    while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement
    if (!at) found.push({ text, colour: (getComputedStyle(holder).color.match(/\d+/g) ?? []).map(Number) })
  }
  return found
}

const GROUNDS = { light: ['white', [255, 255, 255]], dark: ['#111', [17, 17, 17]] } as const
for (const scheme of ['light', 'dark'] as const) {
  for (const tag of ['sg-device-monitor', 'sg-alarm-feed', 'sg-device-board']) {
    it(`words without a ground of their own are readable on a ${scheme} page: ${tag}`, async () => {
      const [background, parts] = GROUNDS[scheme]
      const drop = pageSheet(`:root { color-scheme: ${scheme}; background: ${background} }`)
      const [page] = PAGES[tag] ?? []
      if (!page) throw new Error(`${tag} has no page`)
      const { element } = await shownPage(tag, page, 'ready', '')
      const words = await until('its words', () => {
        const shown = groundless(element.shadowRoot)
        return shown.length > 0 && shown
      })
      equal(
        words.filter(({ colour }) => contrast(colour, parts) < 4.5).map(({ text }) => text),
        [],
      )
      drop()
    })
  }
}
