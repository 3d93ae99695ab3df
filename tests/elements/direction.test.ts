import { equal, place, sg, until } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, shownPage } = await import('./shown-page.ts')

/** The texts of a view in which a sign stands before what it is written after: each is told with its neighbours. */
function turned(root: ShadowRoot): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: string[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    let before: DOMRect | null = null
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const sign = range.getBoundingClientRect()
      if (sign.width === 0) continue
      const isSameLine = before !== null && sign.top < before.bottom && sign.bottom > before.top
      if (before && isSameLine && sign.left < before.left) {
        found.push(node.data)
        break
      }
      before = sign
    }
  }
  return found
}

const SCREENS = ['sg-device-monitor', 'sg-alarm-feed', 'sg-device-board', 'sg-alarm-history', 'sg-alarm-kpi']

for (const tag of SCREENS) {
  for (const page of PAGES[tag] ?? []) {
    it(`${tag}${page.shape ? `, ${page.shape}` : ''}`, async () => {
      const { element } = await shownPage(tag, page, 'ready', '', (markup) => `<div dir="rtl">${markup}</div>`)
      await until('its words', () => element.shadowRoot.textContent?.trim())
      equal(turned(element.shadowRoot), [])
      for (const unit of element.shadowRoot.querySelectorAll('.value-unit')) {
        const number = unit.parentElement?.querySelector('.value-number') as Element
        equal(number.getBoundingClientRect().right <= unit.getBoundingClientRect().left, true)
      }
    })
  }
}
it('signs, units, comparisons and foreign words are read as they are written on a page from right to left', async () => {
  const box = place('<div dir="rtl"><sg-privacy lang="en"></sg-privacy></div>')
  const { shadowRoot } = sg(box, 'sg-privacy')
  const root = await until('the view', () => shadowRoot.querySelector('.sg-root:not(.sg-portal)'))
  for (const words of ['97 °C > 90 °C', '-113 dBm', '0.25 mg/L < 0.3 mg/L', '91.5 % > 80 %', 'Pump (2)', '±5 %']) {
    const line = document.createElement('p')
    line.textContent = words
    root.append(line)
    equal(turned(shadowRoot), [])
  }
  const line = document.createElement('p')
  line.textContent = 'مضخة'
  root.append(line)
  equal(turned(shadowRoot), ['مضخة'])
})
