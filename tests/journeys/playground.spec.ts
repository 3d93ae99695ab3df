import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import { type Playground, startPlayground } from '../../demo/playground/main.ts'
import { bestState } from '../../demo/playground/page/choices.ts'
import type { Controls } from '../../demo/playground/page/control-shape.ts'
import type { Catalogue, Entry } from '../../demo/playground/page/shape.ts'
import { expect, oneIn, type System, send, test as withSystem } from './system.ts'

/** What an element shows in its states, and what axe finds in them, its own tests try on every page. */
const some = <T>(pages: readonly T[]): T[] => oneIn(5, pages)

const AXE = createRequire(import.meta.url).resolve('axe-core')

/** A playground beside the console, for all journeys of this file. */
const test = withSystem.extend<{ url: string }, { playground: Playground }>({
  playground: [
    async ({ system }, use) => {
      const playground = await startPlayground({
        port: 0,
        console_url: system.api,
        mqtt_url: system.mqtt,
        embedKeyFor: (origins) => embedKey(system, origins),
      })
      // What shows alarms has one to show: the stand is too hot.
      const stand = await system.device('TS0001')
      await send(stand, { temperature: 95 })
      await use(playground)
      await stand.endAsync()
      await playground.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  url: async ({ playground }, use) => use(playground.url),
})

async function embedKey(system: System, origins: readonly string[]): Promise<string> {
  const key = { name: 'Playground', origins, actions: ['read', 'write', 'confirm'], resources: { all: true } }
  const made = await system.call<{ embed_key: string }>('admin', '/yun/embed/key', { method: 'POST', body: key })
  return made.embed_key
}

const catalogue = async (url: string): Promise<Catalogue> => (await fetch(`${url}catalogue.json`)).json()
const controlsOf = async (url: string): Promise<Controls> => (await fetch(`${url}controls.json`)).json()
const stageOf = (page: Page) => page.frameLocator('iframe')
const shown = (page: Page, { tag, inside }: Entry) =>
  stageOf(page)
    .locator(inside[0]?.tag ?? tag)
    .first()

/** What axe finds on the page and in its stage, as one line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) {
    // The pages' policy keeps scripts out that are not the pages' own: axe comes by the browser's own door.
    await frame.evaluate(await readAxe())
    const faults = await frame.evaluate(async () => {
      type Axe = {
        run(where: Document, how: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, { iframes: false, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    })
    found.push(...faults)
  }
  // The stage stands in for a page of somebody else: what such a page owes is not the element's.
  const ofStage = /^(landmark-one-main|page-has-heading-one|region|bypass)\b/
  return found.filter((fault) => !ofStage.test(fault))
}

let axe: Promise<string> | null = null
const readAxe = () => {
  axe ??= import('node:fs/promises').then(({ readFile }) => readFile(AXE, 'utf8'))
  return axe
}

test('every element that the console serves, and every control of its canvas, is listed, found by what it does, and led to', async ({
  page,
  url,
  complaints: _,
}) => {
  const { elements } = await catalogue(url)
  const { kinds } = await controlsOf(url)
  expect(elements.length).toBeGreaterThan(5)
  await page.goto(`${url}?ui=en`)
  await expect(page.getByRole('region').getByRole('link')).toHaveCount(elements.length + kinds.length)
  await page.keyboard.press('/')
  await page.keyboard.type('sg-point-select')
  await expect(page.getByRole('region').getByRole('link')).toHaveText(['<sg-device-monitor>'])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sg-device-monitor\?ui=en/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<sg-device-monitor>')
})

test('every element shows each of its states, which it is really in', async ({ page, url }) => {
  test.setTimeout(600_000)
  const { elements } = await catalogue(url)
  const violations: string[] = []
  page.on(
    'console',
    (message) => /Content.Security.Policy|Trusted/.test(message.text()) && violations.push(message.text()),
  )
  page.on('pageerror', ({ message }) => violations.push(message))
  for (const entry of some(elements)) {
    await page.goto(`${url}${entry.tag}?ui=en`)
    for (const state of Object.keys(entry.states)) {
      await page.getByRole('group', { name: 'State', exact: true }).locator(`[value=${state}]`).check()
      const message = `<${entry.tag}> ${state}`
      // A device is stale after three report intervals of silence.
      await expect(shown(page, entry), message).toHaveAttribute('data-sg-state', state)
      await expect(page.locator('.now'), message).toHaveText(`data-sg-state="${state}"`)
    }
  }
  expect(violations).toEqual([])
})

test('every page of an element opens in its best state, and axe finds nothing, in either language, light or dark', async ({
  page,
  url,
  complaints: _,
}) => {
  const { elements } = await catalogue(url)
  const looks = ['ui=en&look=light', 'ui=zh&look=dark']
  for (const [index, entry] of some(elements).entries()) {
    await page.goto(`${url}${entry.tag}?${looks[index % 2]}`)
    await expect(shown(page, entry)).toHaveAttribute('data-sg-state', bestState(entry))
    expect(await faultsOf(page), entry.tag).toEqual([])
  }
})

test('a turned knob changes the element, the snippet and the address, which leads back to it', async ({
  page,
  url,
  complaints: _,
}) => {
  await page.goto(`${url}sg-device-monitor?ui=en`)
  const monitor = stageOf(page).locator('sg-device-monitor')
  await page.getByLabel('sn', { exact: true }).fill('WW0002')
  await page.getByLabel('tab', { exact: true }).selectOption('log')
  await page.getByLabel('compact').check()
  await page.getByRole('group', { name: 'Theme', exact: true }).locator('[value=dark]').check()
  await page.getByLabel('Page’s CSS').or(page.getByLabel("Page's CSS")).selectOption('hostile')
  await expect(monitor).toHaveAttribute('sn', 'WW0002')
  await expect(monitor).toHaveAttribute('compact', '')
  await expect(monitor.getByRole('tab', { name: 'Log', exact: true })).toHaveAttribute('aria-selected', 'true')
  const code = page.locator('#snippet code')
  await expect(code).toContainText('<sg-device-monitor sn="WW0002" tab="log" compact theme="dark">')
  await expect(page).toHaveURL(/a\.sn=WW0002.*theme=dark.*css=hostile/)
  await page.reload()
  await expect(monitor).toHaveAttribute('sn', 'WW0002')
  await expect(code).toContainText('tab="log" compact theme="dark"')
  await page.getByRole('group', { name: 'Snippet', exact: true }).locator('[value=Angular]').check()
  await expect(code).toContainText('CUSTOM_ELEMENTS_SCHEMA')
})

test('events are listed as they fire, and may be prevented', async ({ page, url, complaints: _ }) => {
  await page.goto(`${url}sg-device-monitor?ui=en`)
  const events = page.locator('#events')
  await expect(events.getByRole('listitem').filter({ hasText: 'sg-ready' })).toHaveCount(1)
  await page.getByLabel('Call preventDefault()').check()
  await stageOf(page).getByRole('tab', { name: 'Log', exact: true }).click()
  const chosen = events.getByRole('listitem').filter({ hasText: 'sg-view-change' })
  await expect(chosen).toContainText('"tab": "log"')
  await expect(chosen).toContainText('prevented')
  await events.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(events.getByRole('listitem')).toHaveCount(0)
})

test('the devices, points and groups that a knob offers are those of the console', async ({
  page,
  url,
  complaints: _,
}) => {
  await page.goto(`${url}sg-device-monitor?ui=en`)
  await expect(page.locator('datalist option[value=WW0001]')).toHaveCount(1)
  const flow = page.getByRole('button', { name: /^Flow \(/ })
  await flow.click()
  await expect(page.getByLabel('points', { exact: true })).toHaveValue('flow')
  await expect(stageOf(page).locator('sg-device-monitor').getByRole('row')).toHaveCount(2)
})

test('a name that is no element, and an address that cannot be read, is reported as text', async ({ page, url }) => {
  const reply = await page.goto(`${url}sg-%3Cimg%20src=x%3E?ui=en`)
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such element')
  await expect(page.getByRole('main').locator('code')).toContainText('img')
  await expect(page.locator('img')).toHaveCount(0)
  await page.goto(`${url}sg-home?ui=en&theme=<b>pink</b>`)
  await expect(page.getByText('theme=<b>pink</b>')).toBeVisible()
})

test('a token goes to the playground’s own pages alone, and stands in no address, attribute or storage', async ({
  page,
  url,
  complaints: _,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${url}sg-device-monitor?ui=en`)
  await expect(stageOf(page).locator('sg-device-monitor')).toHaveAttribute('data-sg-state', 'ready')
  const { token } = await page.evaluate(async () => (await fetch('/token/whole', { method: 'POST' })).json())
  const [head] = token.split('.')
  expect(requests.filter((address) => address.includes(head))).toEqual([])
  const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])
  for (const frame of page.frames()) expect(await frame.evaluate(kept)).not.toContain(head)
  for (const headers of [undefined, { origin: 'http://evil.example' }])
    expect((await fetch(`${url}token/whole`, { method: 'POST', ...(headers && { headers }) })).status).toBe(403)
})

test('every kind of control is drawn in both styles, and axe finds nothing on its page', async ({
  page,
  url,
  complaints: _,
}) => {
  test.setTimeout(400_000)
  const { kinds } = await controlsOf(url)
  expect(kinds.length).toBeGreaterThan(25)
  const looks = ['ui=en&look=light', 'ui=zh&look=dark&theme=dark']
  for (const [index, { kind }] of some(kinds).entries()) {
    await page.goto(`${url}control/${kind}?${looks[index % 2]}`)
    const screens = page.frameLocator('iframe >> nth=0').locator('sg-canvas')
    await expect(screens, kind).toHaveCount(2)
    for (const screen of await screens.all()) await expect(screen, kind).toHaveAttribute('data-sg-state', 'ready')
    expect(await faultsOf(page), kind).toEqual([])
  }
})

test('a control lives by the point that it is bound to, and says what is wrong with it', async ({
  page,
  url,
  complaints: _,
}) => {
  const tank = stageOf(page).locator('sg-canvas').first().getByRole('button')
  await page.goto(`${url}control/tank?ui=en`)
  await expect(tank).toHaveAccessibleName(/\d/)
  for (const [state, said] of [
    ['stale', /stale/],
    ['bad', /bad/],
    ['missing', /no such point/],
  ] as const) {
    await page.getByRole('group', { name: 'State', exact: true }).locator(`[value=${state}]`).check()
    // A device is stale after three report intervals of silence.
    await expect(tank).toHaveAccessibleName(said)
  }
  await expect(page).toHaveURL(/state=missing/)
})

test('a turned property changes the drawing, the document and the address, which leads back to it', async ({
  page,
  url,
  complaints: _,
}) => {
  await page.goto(`${url}control/tank?ui=en`)
  await page.getByLabel('Label', { exact: true }).fill('North basin')
  await page.getByLabel('Shape').selectOption({ label: 'Open basin' })
  await page.getByLabel('Point', { exact: true }).fill('power')
  await page.getByLabel('Decimals').fill('many')
  await expect(page.getByText('A number is needed here.')).toBeVisible()
  const code = page.locator('#document code')
  await expect(code).toContainText('"expression": "power"')
  await expect(code).toContainText('"shape": "open"')
  await expect(page).toHaveURL(/point=power.*p\.label=/)
  await page.reload()
  await expect(page.getByLabel('Label', { exact: true })).toHaveValue('North basin')
  const tank = stageOf(page).locator('sg-canvas').first().getByRole('button')
  await expect(tank).toHaveAccessibleName(/North basin/)
  await page.goto(`${url}control/tank?ui=en&p.shape=broken&p.colour=1&state=odd`)
  await expect(page.getByRole('status').filter({ hasText: 'p.colour=1' })).toBeVisible()
})

test('the library’s symbols are found by their names in either language', async ({ page, url, complaints: _ }) => {
  await page.goto(`${url}control/symbol?ui=en`)
  const library = page.frameLocator('iframe >> nth=1').locator('sg-canvas')
  await expect(library).toHaveCount(15)
  await page.getByLabel('Search symbols').fill('离心泵')
  await expect(library).toHaveCount(1)
  await expect(library.getByRole('img', { name: /Centrifugal pump/ })).toHaveCount(1)
})

test('no element is wider than the page at 390 px', async ({ page, url, complaints: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['', 'sg-device-monitor', 'control/tank', 'control/symbol']) {
    await page.goto(`${url}${path}?ui=zh`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
