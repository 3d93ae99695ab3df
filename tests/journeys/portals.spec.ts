import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { test as base, expect, send } from './system.ts'

const PORTALS = fileURLToPath(new URL('../../demo/portals/main.ts', import.meta.url))

interface Portals {
  /** Where the portal of this name is. */
  url(name: string): string
  index: string
}

/** The program of the portals against the journeys' own console. */
const test = base.extend<object, { portals: Portals }>({
  portals: [
    async ({ system }, use) => {
      const child = spawn(process.execPath, [PORTALS, '--port', '0', '--console', system.api, '--mqtt', system.mqtt], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const index = await said(child)
      const { portals } = (await (await fetch(`${index}portals.json`)).json()) as {
        portals: { name: string; url: string }[]
      }
      const url = (name: string) => portals.find((portal) => portal.name === name)?.url ?? ''
      await use({ url, index })
      child.kill()
      await once(child, 'exit')
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

async function said(child: ChildProcess): Promise<string> {
  for await (const part of child.stdout ?? []) {
    const [url] = /http:\/\/\S+/.exec(String(part)) ?? []
    if (url) return url
  }
  throw new Error('The portals ended before they were ready')
}

interface Visit {
  sockets: string[]
  requests: string[]
}

/** Opens a portal with everything that it asks for in view; a breach of its policy is a complaint. */
async function visit(page: Page, url: string): Promise<Visit> {
  const seen: Visit = { sockets: [], requests: [] }
  page.on('websocket', (socket) => seen.sockets.push(socket.url()))
  page.on('request', (request) => seen.requests.push(request.url()))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  await page.goto(url)
  return seen
}

/** A token is nowhere but in the reply that brought it. */
async function expectNoSecret(page: Page, { requests, sockets }: Visit): Promise<void> {
  const { token } = await page.evaluate(async () => (await fetch('token', { method: 'POST' })).json())
  const signature = String(token).split('.')[2] as string
  expect(signature.length).toBeGreaterThan(20)
  expect([...requests, ...sockets].filter((url) => /\.[\w-]{43}\b|token=/.test(url))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain('eyJ')
  expect(await page.content()).not.toContain('eyJ')
  await expect(page.locator('iframe')).toHaveCount(0)
}

/** Each of these shows the demo's pump station, or the device that the test points it to. */
for (const name of ['plain', 'intranet', 'react', 'vue', 'angular', 'svelte', 'jquery', 'framed', 'coep']) {
  test(`${name}: a value that a device sends is shown live, on one socket, with the portal's own token`, async ({
    page,
    system,
    portals,
    complaints: _,
  }) => {
    const seen = await visit(page, portals.url(name))
    const monitor = page.locator('sg-device-monitor')
    await expect(monitor).toHaveAttribute('data-sg-state', /ready|stale/)
    await page.evaluate(() => {
      const element = document.querySelector('sg-device-monitor')
      element?.setAttribute('sn', 'TS0001')
      element?.setAttribute('tab', 'values')
    })
    const device = await system.device('TS0001')
    const row = monitor.getByRole('row', { name: /温度|Temperature/ })
    for (const temperature of [33.3, 34.4]) {
      await send(device, { temperature })
      await expect(row).toContainText(String(temperature))
    }
    expect(seen.sockets.length).toBe(1)
    await expectNoSecret(page, seen)
    await device.endAsync()
  })
}

test('a device that is renamed has its new name at once in an open element of a foreign page', async ({
  page,
  system,
  portals,
  complaints: _,
}) => {
  await visit(page, portals.url('plain'))
  const monitor = page.locator('sg-device-monitor')
  await expect(monitor).toHaveAttribute('data-sg-state', /ready|stale/)
  await page.evaluate(() => document.querySelector('sg-device-monitor')?.setAttribute('sn', 'TS0001'))
  const { dev_alias } = await system.call<{ dev_alias: string }>('admin', '/dev/basic?sn_code=TS0001')
  await expect(monitor.getByRole('heading', { name: dev_alias, exact: true })).toBeVisible()
  for (const name of ['二号试验台', dev_alias]) {
    await system.call('admin', '/dev/basic', { method: 'PUT', body: { sn_code: 'TS0001', dev_alias: name } })
    await expect(monitor.getByRole('heading', { name, exact: true })).toBeVisible()
  }
})

test('plain http under a real name has no secure context, and the element lives without it', async ({
  page,
  portals,
  complaints: _,
}) => {
  await visit(page, portals.url('intranet'))
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false])
  await expect(page.locator('sg-status')).toHaveAttribute('data-sg-state', /ready|stale/)
})

for (const name of ['react', 'vue', 'angular', 'svelte']) {
  test(`${name}: bindings and events work, and what is hidden comes back`, async ({ page, portals, complaints: _ }) => {
    await visit(page, portals.url(name))
    const monitor = page.locator('sg-device-monitor')
    await page.getByRole('button', { name: /Boiler/ }).click()
    await expect(monitor.getByText('BH0001')).toBeVisible()
    await monitor.getByRole('tab', { name: 'Alarms', exact: true }).click()
    await expect(page.locator('#tab')).toHaveText('alarms')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(monitor).toHaveCount(0)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(monitor.getByText('BH0001')).toBeVisible()
  })
}

test('a menu in a transformed, clipped, zoomed box opens over it, at its button', async ({
  page,
  portals,
  complaints: _,
}) => {
  await visit(page, portals.url('framed'))
  const monitor = page.locator('sg-device-monitor')
  const range = monitor.getByRole('button', { name: /24 hours|Last|hour/ }).first()
  await range.click()
  // What opens hides the rest from assistive technology, so its button is not found by its role any more.
  const opener = monitor.locator('button[aria-expanded=true]')
  const opened = monitor.locator('[role=dialog], [role=listbox], [role=menu]').first()
  await expect(opened).toBeVisible()
  // The curve and what stands over it are still coming: the button moves with them, and the menu after it.
  await expect(async () => {
    const [button, overlay] = [await opener.boundingBox(), await opened.boundingBox()]
    if (!button || !overlay) throw new Error('not laid out')
    expect(Math.abs(overlay.x - button.x)).toBeLessThan(button.width + 40)
    // Below the button or above it, not cut off at the box.
    const gap = Math.min(
      Math.abs(overlay.y - (button.y + button.height)),
      Math.abs(button.y - (overlay.y + overlay.height)),
    )
    expect(gap).toBeLessThan(24)
    const isOnTop = await opened.evaluate((element) => {
      const { left, width, bottom } = element.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, Math.min(bottom, innerHeight) - 8)
      return at?.localName === 'sg-device-monitor'
    })
    expect(isOnTop).toBe(true)
  }).toPass({ timeout: 60_000 })
})

test('fifty elements share one socket, and one question a device', async ({ page, portals, complaints: _ }) => {
  const { sockets, requests } = await visit(page, portals.url('wall'))
  const states = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('#wall *'))
        .filter(({ localName }) => localName.startsWith('sg-'))
        .map(({ dataset }) => dataset.sgState),
    )
  await expect
    .poll(async () => (await states()).filter((state) => /ready|stale|empty/.test(state ?? '')).length)
    .toBe(50)
  expect(sockets.length).toBe(1)
  expect(requests.filter((url) => url.includes('/dev/shown')).length).toBe(10)
})

test('two tenants on a page do not see each other, also one within the other', async ({
  page,
  portals,
  complaints: _,
}) => {
  await visit(page, portals.url('tenants'))
  await expect(page.locator('#ours > section > p > sg-value[sn=WW0001]')).toHaveAttribute('data-sg-state', 'ready')
  await expect(page.locator('#nested sg-status')).not.toHaveAttribute('data-sg-state', /loading|error|expired/)
  await expect(page.locator('#theirs sg-status')).not.toHaveAttribute('data-sg-state', /loading|error|expired/)
  for (const other of ['#ours > section > p > sg-value[sn=RV0001]', '#theirs sg-value[sn=WW0001]']) {
    await expect(page.locator(other)).toHaveAttribute('data-sg-state', 'error')
    await expect(page.locator(other)).toContainText('no such device')
  }
})

test('the index names every portal and the playground', async ({ page, portals, complaints: _ }) => {
  await page.goto(portals.index)
  await expect(page.getByRole('listitem')).toHaveCount(12)
})
