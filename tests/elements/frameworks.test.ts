import { equal, place, until } from './check.ts'
import { type FactPage, FIRST, type MountedPage } from './frameworks/fact-page.ts'

// The probe is defined before the pages: what a page does before is shown by the portals.
await import('./probe.tsx')
const PAGES: Record<string, FactPage> = {
  'React 19': (await import('./frameworks/react-page.tsx')).reactPage,
}
// The others make Trusted Types policies of their own, or compile in the page, as the page has to allow.
const { hostname } = location
if (!hostname.startsWith('trusted')) {
  PAGES['Vue 3'] = (await import('./frameworks/vue-page.ts')).vuePage
  PAGES['Svelte 5'] = (await import('./frameworks/svelte-page.ts')).sveltePage
  if (!hostname.startsWith('strict')) PAGES.Angular = (await import('./frameworks/angular-page.ts')).angularPage
}

type Probe = HTMLElement & { sn: string; limit: number; compact: boolean; points: readonly string[] }

for (const [name, openPage] of Object.entries(PAGES)) {
  describe(`what custom-elements-everywhere asks of ${name}`, () => {
    let page: MountedPage | null = null
    afterEach(() => page?.unmount())

    async function opened() {
      const box = place('')
      const inner = document.createElement('div')
      box.append(inner)
      const heard: string[] = []
      page = await openPage(inner, (point_id) => heard.push(point_id))
      const element = await until('the element', () => box.querySelector<Probe>('sg-probe'))
      await until('its view', () => element.shadowRoot?.getElementById('shown'))
      return { box, element, heard, page }
    }
    const shown = (element: Probe) => element.shadowRoot?.getElementById('shown')?.textContent

    it('an element of each framework is shown with and without children, and changes them', async () => {
      const { element, page } = await opened()
      await until('two children', () => element.querySelectorAll('i').length === 2)
      page.set({ ...FIRST, children: 5 })
      await until('five children', () => element.querySelectorAll('i').length === 5)
      page.set({ ...FIRST, children: 0 })
      await until('none', () => element.querySelectorAll('i').length === 0)
      equal(Boolean(element.shadowRoot?.querySelector('.sg-root')), true)
    })
    it('an element of each framework is hidden and shown again', async () => {
      const { box, page } = await opened()
      page.set({ ...FIRST, isShown: false })
      await until('it is gone', () => !box.querySelector('sg-probe'))
      page.set(FIRST)
      const again = await until('it is back', () => box.querySelector<Probe>('sg-probe'))
      await until('its view', () => shown(again)?.startsWith('A1'))
    })
    it('an element of each framework gets strings, numbers, booleans and arrays, and their changes', async () => {
      const { element, page } = await opened()
      await until(`the first values, got ${shown(element)}`, () => shown(element) === 'A1 values 5 true ["p1"]')
      page.set({ ...FIRST, sn: 'B2', limit: 7, compact: false, points: ['p2', 'p3'] })
      await until('the next values', () => shown(element) === 'B2 values 7 false ["p2","p3"]')
      equal([element.sn, element.limit, element.compact], ['B2', 7, false])
      equal(element.points, ['p2', 'p3'])
    })
    it('an element of each framework has its events heard in a template, and by hand', async () => {
      const { element, heard } = await opened()
      let byHand = 0
      element.addEventListener('sg-point-select', () => {
        byHand += 1
      })
      element.shadowRoot?.getElementById('select')?.click()
      equal(heard, ['p1'])
      equal(byHand, 1)
    })
  })
}
