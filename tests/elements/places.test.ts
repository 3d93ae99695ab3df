import { setViewport } from '@web/test-runner-commands'
import { equal, place, sg, until } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, shownPage } = await import('./shown-page.ts')
await setViewport({ width: 1280, height: 900 })

const LEAVES = ['sg-value', 'sg-status', 'sg-trend', 'sg-gauge']
const screens = Object.entries(PAGES).filter(([tag, pages]) => pages.length > 0 && !LEAVES.includes(tag))
const rootOf = (element: HTMLElement) => element.shadowRoot?.querySelector<HTMLElement>('.sg-root:not(.sg-portal)')
const styled = (style: string) => (tag: string) => tag.replace('>', ` style="${style}">`)

/** Places that are as wide as what is in them. */
const PLACES: Record<string, (element: string) => string> = {
  'a cell of a table': (element) => `<table><tbody><tr><td>${element}</td></tr></tbody></table>`,
  'a flex item': (element) => `<div style="display: flex">${element}</div>`,
  'an item of a column that is not stretched': (element) =>
    `<div style="display: flex; flex-direction: column; align-items: flex-start">${element}</div>`,
  'an inline block': styled('display: inline-block'),
  'a float': styled('float: left'),
  'an absolute box': (element) => `<div style="position: relative">${styled('position: absolute')(element)}</div>`,
  'a box of its content': styled('inline-size: fit-content'),
  'a flex box': styled('display: flex'),
  'a grid box': styled('display: grid; justify-items: start'),
  'a vertical text': (element) => `<div style="writing-mode: vertical-rl">${element}</div>`,
}

for (const [where, markup] of Object.entries(PLACES)) {
  for (const px of [1280, 390]) {
    it(`a screen is wide enough to be read as ${where} in a window of ${px} px`, async () => {
      await setViewport({ width: px, height: 900 })
      for (const [tag] of screens) {
        const box = place(markup(`<${tag}></${tag}>`))
        const root = await until('the view', () => rootOf(sg(box, tag)))
        const { width } = root.getBoundingClientRect()
        if (width < Math.min(px - 40, 640) || width > px) throw new Error(`${tag} is ${width} px wide`)
        box.remove()
      }
      await setViewport({ width: 1280, height: 900 })
    })
  }
}

it('a screen that is higher than its place stays within the height that a page gives it', async () => {
  for (const [tag] of screens) {
    const box = place(`<${tag} style="block-size: 120px"></${tag}>`)
    const root = await until('the view', () => rootOf(sg(box, tag)))
    const [within, frame] = [root.getBoundingClientRect(), sg(box, tag).getBoundingClientRect()]
    equal([tag, getComputedStyle(root).overflowY, within.bottom <= frame.bottom], [tag, 'auto', true])
    box.remove()
  }
})
for (const { shape, ...page } of PAGES['sg-device-monitor'] ?? []) {
  if (!page.attributes?.tab) continue
  it(`a screen higher than its place is scrolled to its end: the device monitor, ${shape}`, async () => {
    const { element } = await shownPage('sg-device-monitor', page, 'ready', 'style="block-size: 300px"')
    element.style.inlineSize = '620px'
    const root = rootOf(element) as HTMLElement
    const panel = await until('the tab', () => root.querySelector('.tab-panel'))
    await until('its end', () => {
      root.scrollTop = root.scrollHeight
      const isSeen = panel.getBoundingClientRect().bottom <= element.getBoundingClientRect().bottom
      return isSeen && root.scrollWidth <= root.clientWidth
    })
  })
}
