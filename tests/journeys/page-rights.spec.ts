import type { BrowserContext, Page } from 'playwright/test'
import { isPermission, sectionsOf } from '../../core/catalogue/permissions.ts'
import { ROUTES, type Route } from '../../core/catalogue/routes.ts'
import { makeUser } from './make-user.ts'
import { test as base, expect, oneIn, publishedScreen, System } from './system.ts'

type Right = Exclude<Route['needs'], string>[number]
/** Of an administrator of a group, beside what it is: as the product makes one. */
const SECOND = ['P00000', 'P50000', 'P51000'] as const

/** Nothing until an organisation makes them: `custom-menu.spec.ts`. */
const OWN_PAGES = ['/customPage', '/webPage/:id']

/** Each way to a page that is built: by one of its rights, with the sections that this stands in, and nothing else. */
const WAYS = ROUTES.flatMap((route): { route: Route; right: Right | null }[] => {
  const { built, tag, needs, path } = route
  if (!built || tag === null || needs === 'public' || OWN_PAGES.includes(path)) return []
  return needs === 'session' ? [{ route, right: null }] : needs.map((right) => ({ route, right }))
})

/** The plant’s own things that an address names. */
interface Named {
  template_id: number
  screen_id: number
  virtual: string
  group_ids: number[]
  user_group_id: number
}

async function thingsOf(system: System): Promise<Named> {
  const groups = await system.call<{ group_id: number }[]>('admin', '/yun/dev/group')
  const [group] = groups
  const at = { version: 1, x: 20, width: 200, height: 200, props: {} }
  const controls = [
    { control_id: 'a', kind: 'value', ...at, y: 20, bindings: { value: { expression: 'temperature' } } },
    { control_id: 'b', kind: 'alarm-list', ...at, y: 240, bindings: {} },
  ]
  const document = { version: 1, width: 1120, height: 630, controls }
  const { template_id, screen_id } = await publishedScreen(system, 'Walk', document)
  const point = { key: 'mean', name: 'Mean', data_type: 'number', formula: 'TS0001.temperature' }
  const { sn_code } = await system.call<{ sn_code: string }>('admin', '/yun/dev/fictitious', {
    method: 'POST',
    body: { dev_alias: 'Virtual', group_id: group?.group_id, points: [point] },
  })
  const { user_group_id } = await system.call<{ user_group_id: number }>('admin', '/yun/user/group', {
    method: 'POST',
    body: { group_name: 'Walkers' },
  })
  const group_ids = groups.map(({ group_id }) => group_id)
  return { template_id, screen_id, virtual: sn_code, group_ids, user_group_id }
}

/** Somebody who reaches all devices and a template, and holds these codes alone. Resolves with the user's name. */
async function holder(system: System, things: Named, right: Right | null): Promise<string> {
  if (right === 'administrator') return 'admin'
  const codes = right && isPermission(right) ? [right, ...sectionsOf(right)] : ['P00000']
  const user_name = `walk_${right ?? 'session'}`
  await makeUser(system, user_name, {
    permissions: right === 'administrator2' ? SECOND : codes,
    device_rights: things.group_ids.map((group_id) => ({ group_id, may_write: true })),
    template_rights: [{ template_id: things.template_id, may_write: true }],
    user_group_id: things.user_group_id,
    user_type: right === 'administrator2' ? 2 : 3,
  })
  return user_name
}

const addressOf = ({ path }: Route, { template_id, screen_id, virtual }: Named): string =>
  path
    .replace('designConfigure/id=:id', `designConfigure/id=${screen_id}`)
    .replace('templateMiddleware/id=:id', `templateMiddleware/id=${template_id}`)
    .replace(':product', virtual)
    .replace(':id', 'TS0001')

/** What the server refuses while a page is open, by calls and over the socket. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = []
  page.on('response', async (response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    const reply = await response.json().catch(() => null)
    if (reply?.meta && reply.meta.success !== 1)
      refusals.push(`${response.request().method()} ${new URL(response.url()).pathname}: ${reply.meta.code}`)
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type, code, channel } = JSON.parse(String(payload))
      if (type === 'error' || type === 'refused') refusals.push(`socket ${channel ?? ''}: ${code}`)
    }),
  )
  return refusals
}

/** A page of somebody who was never here before, in a browser that has the product's files. */
async function signedIn(context: BrowserContext, system: System, user_name: string): Promise<Page> {
  const page = await context.newPage()
  const reply = await fetch(`${system.api}/yun/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name, password: 'demo1234' }),
  })
  const { data } = await reply.json()
  const kept = JSON.stringify({ ...data, user_name, pri_key: '', pub_key: '' })
  const session = `localStorage.setItem('sg-session:${system.api}/', ${JSON.stringify(kept)})`
  await page.addInitScript(`localStorage.clear(); ${session}`)
  return page
}

const test = base.extend<{ walked: { system: System; things: Named } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs from the pattern
  walked: async ({}, use) => {
    const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
    await system.start()
    await use({ system, things: await thingsOf(system) })
    await system.remove()
  },
})

test('every page is whole for who holds its own right, and nothing is refused', async ({ context, walked }) => {
  test.setTimeout(600_000)
  const { system, things } = walked
  const found: string[] = []
  for (const right of oneIn(3, [...new Set(WAYS.map((way) => way.right))])) {
    const page = await signedIn(context, system, await holder(system, things, right))
    const refusals = refusalsOf(page)
    for (const { route } of WAYS.filter((way) => way.right === right)) {
      const path = addressOf(route, things)
      const situation = `${path} by ${right}`
      await page.goto(system.console + path.slice(1))
      const element = page.locator(route.tag as string).first()
      await expect(element, situation).toHaveAttribute('data-sg-state', /^(?!loading)/)
      await page.waitForLoadState('networkidle')
      const state = await element.getAttribute('data-sg-state')
      if (!['ready', 'empty', 'stale'].includes(state as string)) found.push(`${situation}: ${state}`)
      for (const refusal of refusals.splice(0)) found.push(`${situation}: ${refusal}`)
    }
    await page.close()
  }
  expect(found).toEqual([])
})
