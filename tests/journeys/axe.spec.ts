import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import { ROUTES } from '../../core/catalogue/routes.ts'
import { expect, oneIn, send, signIn, test } from './system.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
]
const LOOKS = (['light', 'dark'] as const).flatMap((theme) => (['zh', 'en'] as const).map((lang) => ({ theme, lang })))

/** Pages whose address is whole by itself, but for the one that an organisation makes; a device's page has each of its tabs. */
const PATHS = [
  ...ROUTES.filter(
    ({ built, tag, path, guest }) => built && tag !== null && !/:/.test(path) && !guest && path !== '/customPage',
  ).map(({ path }) => path),
  ...['values', 'alarms', 'curve', 'history', 'operations', 'log', 'rules'].map(
    (tab) => `/deviceDetail/TS0001?tab=${tab}`,
  ),
]

async function faultsOf(page: Page): Promise<string[]> {
  // The page's policy keeps scripts out that are not its own: axe comes by the browser's own door.
  await page.evaluate(await readFile(AXE, 'utf8'))
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] }
    const { axe } = window as unknown as { axe: { run(where: Document, how: object): Promise<Found> } }
    const rules = { 'target-size': { enabled: true } }
    const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}

test('axe finds nothing on the pages of the console with an alarm in its bar, in any look, language or size', async ({
  browser,
  system,
}) => {
  test.setTimeout(1_800_000)
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await send(device, { temperature: 95 })
  const found: string[] = []
  for (const { theme, lang } of oneIn(4, LOOKS)) {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    await context.addInitScript(
      `localStorage.setItem('sg-lang', '${lang}'); localStorage.setItem('sg-theme', '${theme}')`,
    )
    const page = await context.newPage()
    await signIn(page, system, 'admin', 'index')
    for (const path of oneIn(8, PATHS)) {
      for (const size of oneIn(3, SIZES)) {
        await page.setViewportSize(size)
        await page.goto(system.console + path.slice(1))
        const elements = page.locator('main [data-sg-state]')
        await expect(elements.first()).toHaveAttribute('data-sg-state', /^(?!loading)/)
        await page.waitForLoadState('networkidle')
        const faults = await faultsOf(page)
        found.push(...faults.map((fault) => `${path} ${lang} ${theme} ${size.width}: ${fault}`))
      }
    }
    await context.close()
  }
  expect(found).toEqual([])
  await send(device, { temperature: 20 })
  await device.endAsync()
  const { rows } = await system.call<{ rows: { alarm_id: string }[] }>('admin', '/rAlarmDev?sn_code=TS0001')
  for (const { alarm_id } of rows) await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
})
