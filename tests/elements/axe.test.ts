import { setViewport } from '@web/test-runner-commands'
import axe from 'axe-core'
import type { ElementState } from '../../elements/define/element-context.ts'
import { COLOURS } from '../../elements/theme/tokens.ts'
import type { Played, Situation } from './axe-pages.ts'
import { equal, expectComplaint, place, sg, until } from './check.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES, playServer, SITUATIONS } = await import('./axe-pages.ts')

/** What the kit makes known: read where it does so, that none is forgotten. */
const tags: string[] = []
const { define } = customElements
customElements.define = (tag, ...rest) => {
  if (!tag.startsWith('x-')) tags.push(tag)
  define.call(customElements, tag, ...rest)
}
await Promise.all(
  Object.values(
    import.meta.glob([
      '../../elements/*/index.{ts,tsx}',
      '../../elements/admin/*/index.{ts,tsx}',
      '!../../elements/{define,theme,kit,parts,controls,scene,widgets}/*',
    ]),
  ).map((load) => load()),
)
customElements.define = define

/** The page of each policy has looks of its own, so that all of them together have all. */
const LOOKS = {
  none: 'theme="light"',
  strict: 'theme="dark"',
  trusted: 'theme="hp"',
  portal: 'theme="light" density="touch" dir="rtl"',
}
const look = LOOKS[location.hostname.split('.')[0] as keyof typeof LOOKS]
// They have no ground of their own, leaves no colour either: they stand in a page of their theme.
const theme = ['light', 'dark', 'hp'].findIndex((name) => look.includes(name))
document.body.style.background = COLOURS['surface-0']?.[theme] ?? ''
document.body.style.color = COLOURS['text-1']?.[theme] ?? ''
// Wide enough for a table: where one is scrolled, axe takes what is half in view for a small target.
await setViewport({ width: 1600, height: 900 })
const STATES = Object.keys(SITUATIONS) as ElementState[]

const open: Played['server'][] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

async function shown(tag: string, page: (typeof PAGES)[string][number], state: ElementState): Promise<Played> {
  const common = SITUATIONS[state](page.answers)
  const own: Situation = page.states?.[state] || {}
  if (page.complaint) expectComplaint(page.complaint)
  const server = await playServer({ ...page.answers, ...(own.answers ?? (own.reach ? {} : common.answers)) })
  open.push(server)
  const attributes = Object.entries({ ...page.attributes, ...own.attributes })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}="${value}"`)
  const box = place(`<${tag} lang="en" ${look} ${attributes.join(' ')}></${tag}>`)
  const element = sg(box, tag) as Played['element']
  Object.assign(element, { connection: server.connection })
  const played = { server, element }
  await (own.reach ?? (state === 'ready' ? page.reach : undefined))?.(played)
  await until(`${state}, is ${element.dataset.sgState}`, () => element.dataset.sgState === state)
  return played
}

/** Motion at half way has half its contrast. */
const stillness = ({ shadowRoot }: Played['element']) =>
  until('motion to end', () =>
    shadowRoot.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )

for (const [tag, pages] of Object.entries(PAGES)) {
  describe(`axe, ${look}, finds nothing in <${tag}>`, () => {
    for (const page of pages) {
      for (const state of STATES) {
        if (page.states?.[state] === false) continue
        it([page.shape, state].filter(Boolean).join(', '), async () => {
          const { element } = await shown(tag, page, state)
          for (const lang of ['en', 'zh']) {
            element.lang = lang
            await until(lang, () => element.shadowRoot.querySelector(`[lang|=${lang}]`))
            await stillness(element)
            const { violations } = await axe.run(element, {
              rules: { region: { enabled: false }, 'target-size': { enabled: true } },
            })
            equal(
              violations
                .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
                .join('\n'),
              '',
            )
          }
        })
      }
    }
  })
}

it('every element of the kit is among them', () => {
  equal(tags.sort(), Object.keys(PAGES).sort())
})
