import { expect, type Locator, type Page } from 'playwright/test'

/** What closes gives the focus back when it is gone. */
const isGivenBack = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.activeElement !== document.body, null, { timeout: RETURN_MS })
    .then(() => true)
    .catch(() => false)

/** How a person works the page: by mouse, or by keyboard alone. */
export interface Hands {
  /** Opens, chooses or does what this stands for. */
  press(target: Locator): Promise<void>
  /** Ticks a checkbox, or clears it. */
  toggle(target: Locator): Promise<void>
  /** Opens the menu of what a screen draws. */
  openMenu(target: Locator): Promise<void>
  /** Replaces what stands in a field. */
  type(field: Locator, text: string): Promise<void>
  /** What a person of keys alone stumbled over. */
  stumbles: string[]
}

/** Nobody tabs further than this. */
const MOST_KEYS = 150

/** A focus that has not come back by then is lost. */
const RETURN_MS = 5000

/**
 * The key that brings the focus nearer to this element; `here` when it has it. Inside of a grid, menu, list of tabs,
 * tree or group of radio buttons these are arrows.
 */
function keyTowards(target: Element): string {
  const parentOf = (node: Node): Node | null => node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
  const chain = (node: Node): Node[] => {
    const all: Node[] = []
    for (let at: Node | null = node; at; at = parentOf(at)) all.push(at)
    return all.reverse()
  }
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (!active || active === document.body) return 'Tab'
  const ways = { target: chain(target), active: chain(active) }
  if (ways.active.includes(target)) return 'here'
  // A table keeps the focus itself, and says which row the arrows are on.
  if (target.hasAttribute('data-active') && ways.target.includes(active)) return 'here'
  if (target instanceof HTMLLabelElement && target.control === active) return 'here'
  // The nearest that both are in, and on which side of it they are.
  let depth = 0
  while (ways.target[depth] === ways.active[depth]) depth += 1
  const [aside, from] = [ways.target[depth], ways.active[depth]]
  const isBefore =
    aside === undefined ||
    (from !== undefined && !!(from.compareDocumentPosition(aside) & Node.DOCUMENT_POSITION_PRECEDING))
  const arrows = ['grid', 'treegrid', 'tree', 'listbox', 'menu', 'tablist', 'radiogroup', 'toolbar']
  const shared = ways.target.slice(0, depth).reverse()
  const composite = shared.find((node): node is Element => {
    return node instanceof Element && arrows.includes(node.getAttribute('role') ?? '')
  })
  // Of a screen's controls, which are read row by row, one is a stop of Tab.
  if (target.hasAttribute('data-control') && active.hasAttribute('data-control')) return 'ArrowRight'
  if (!composite) return isBefore ? 'Shift+Tab' : 'Tab'
  const role = composite.getAttribute('role')
  const inOneRow = shared.some((node) => node instanceof Element && node.getAttribute('role') === 'row')
  const isAcross = role === 'tablist' || role === 'radiogroup' || role === 'toolbar' || inOneRow
  if (isAcross) return isBefore ? 'ArrowLeft' : 'ArrowRight'
  return isBefore ? 'ArrowUp' : 'ArrowDown'
}

/** What is wrong with where the focus is now: gone, out of sight, under something, or not to be seen; null if nothing. */
async function wrongWithFocus(): Promise<string | null> {
  const look = (): string | null => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (!active || active === document.body) return 'no element has the focus'
    const label = active instanceof HTMLInputElement ? active.labels?.[0] : null
    const box = active.getBoundingClientRect()
    const shown = label && (box.width < 4 || getComputedStyle(active).opacity === '0') ? label : active
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const named = `${active.tagName.toLowerCase()}.${active.className} “${(active.getAttribute('aria-label') ?? label?.textContent ?? active.textContent ?? '').trim().slice(0, 40)}”`
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2
    if (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight) return `out of sight: ${named}`
    let hit = document.elementFromPoint(x, y)
    for (let inner = hit; inner?.shadowRoot; hit = inner) {
      const deeper: Element | null = inner.shadowRoot.elementFromPoint(x, y)
      if (!deeper || deeper === inner) break
      inner = deeper
    }
    const around = (node: Node | null, of: Node): boolean => {
      for (let at = node; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
        if (at === of) return true
      return false
    }
    if (hit instanceof HTMLCanvasElement && active.hasAttribute('data-control')) return null
    if (hit && !around(hit, shown) && !around(shown, hit)) return `under ${hit.tagName}.${hit.className}: ${named}`
    // A ring, or the border or ground that a field or a row has instead: on it, on what it is drawn by, or around it.
    const marks = [
      active,
      ...(active.parentElement?.children ?? []),
      active.parentElement,
      active.parentElement?.parentElement,
      shown,
    ]
    const isRinged = marks.some((mark) => {
      if (!(mark instanceof Element)) return false
      return [null, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(mark, part)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
      })
    })
    return isRinged ? null : `without a ring: ${named}`
  }
  // What scrolls or fades in is on its way.
  for (let tries = 0; tries < 20; tries++) {
    if (look() === null) return null
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return look()
}

function byMouse(page: Page): Hands {
  /** What a screen draws is on its canvas; the element that speaks for it is under that. */
  async function onCanvas(target: Locator, button: 'left' | 'right'): Promise<void> {
    await expect(target).toBeInViewport({ ratio: 0.9 })
    // A dialog takes what is pressed until it has faded.
    await expect(page.locator('.dialog-scrim')).toHaveCount(0)
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(x + width / 2, y + height / 2, { button })
  }
  return {
    stumbles: [],
    async press(target) {
      await ((await target.getAttribute('data-control')) === null ? target.click() : onCanvas(target, 'left'))
    },
    toggle: (target) => target.click({ force: true }),
    openMenu: (target) => onCanvas(target, 'right'),
    async type(field, text) {
      await field.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

function byKeys(page: Page): Hands {
  const stumbles: string[] = []
  /** A page that has just come has the focus nowhere: the first stop of Tab leads past what all pages have. */
  let arrivedAt = ''
  async function begin(target: Locator): Promise<void> {
    if (await page.evaluate(() => document.activeElement !== document.body)) return
    if (page.url() === arrivedAt) {
      if (await isGivenBack(page)) return
      const lost = `no element has the focus on the way to ${target}`
      if (!stumbles.includes(lost)) stumbles.push(lost)
    }
    if (await page.locator('a.skip').count()) {
      await page.keyboard.press('Tab')
      if (await page.locator('a.skip').evaluate((link) => link === document.activeElement))
        await page.keyboard.press('Enter')
    }
  }
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await begin(target)
    arrivedAt = page.url()
    const passed: string[] = []
    for (let keys = 0; keys < MOST_KEYS; keys++) {
      const key = await target.evaluate(keyTowards)
      if (key === 'here') return
      await page.keyboard.press(key)
      passed.push(key)
      const wrong = await page.evaluate(wrongWithFocus)
      if (wrong && !stumbles.includes(wrong)) stumbles.push(wrong)
    }
    throw new Error(`${target} is not reached by keys: ${passed.slice(-10).join(' ')}`)
  }
  return {
    stumbles,
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async toggle(target) {
      await reach(target)
      await page.keyboard.press('Space')
    },
    async openMenu(target) {
      await reach(target)
      await page.keyboard.press('Shift+F10')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

export const handsOf = (way: 'mouse' | 'keyboard', page: Page): Hands =>
  way === 'mouse' ? byMouse(page) : byKeys(page)
