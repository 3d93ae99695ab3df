import type { ElementState } from '../../elements/context/element-context.ts'
import type { Page, Played, Situation } from './axe-page.ts'
import { PAGES, playServer, SITUATIONS } from './axe-pages.ts'
import { expectComplaint, place, sg, until } from './check.ts'

export { PAGES, SITUATIONS }

/** What the kit makes known: read where it does so, that none is forgotten. */
export const tags: string[] = []
const { define } = customElements
customElements.define = (tag, ...rest) => {
  if (!tag.startsWith('x-')) tags.push(tag)
  define.call(customElements, tag, ...rest)
}
await Promise.all(
  Object.values(import.meta.glob(['../../elements/screens/*/index.ts', '../../elements/live/index.ts'])).map((load) =>
    load(),
  ),
)
customElements.define = define

const open: Played['server'][] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

/** An element on a page of its own, once it shows this state; `markup` puts its tag into what is around it. */
export async function shownPage(
  tag: string,
  page: Page,
  state: ElementState,
  look: string,
  markup: (element: string) => string = (element) => element,
): Promise<Played> {
  const common = SITUATIONS[state](page.answers)
  const own: Situation = page.states?.[state] || {}
  if (page.complaint) expectComplaint(page.complaint)
  const server = await playServer({ ...page.answers, ...(own.answers ?? (own.reach ? {} : common.answers)) })
  open.push(server)
  const attributes = Object.entries({ ...page.attributes, ...own.attributes })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${value}"`)
  const box = place(markup(`<${tag} lang="en" ${look} ${attributes.join(' ')}></${tag}>`))
  const element = sg(box, tag) as Played['element']
  Object.assign(element, { connection: server.connection })
  const played = { server, element }
  await (own.reach ?? (state === 'ready' ? page.reach : undefined))?.(played)
  await until(
    () =>
      `${state}, is ${element.dataset.sgState} with ${server.requests
        .slice(-5)
        .map(({ call }) => call)
        .join(', ')}`,
    () => element.dataset.sgState === state,
  )
  return played
}
