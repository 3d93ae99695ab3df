import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, type System, send, test } from './system.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const PAGE = (base: string) => `<!doctype html>
<html lang="en">
<script src="/elements/sightglass.iife.js"></script>
<sg-connection base-url="${base}"><sg-device-monitor sn="TS0001"></sg-device-monitor></sg-connection>
<script>document.querySelector('sg-connection').getToken = function () { return window.token }</script>`

/** A portal that keeps the kit's files itself and sends each as `type`; without one it has none but the first. */
async function oldServer(
  base: string,
  type: () => string | null,
): Promise<{ server: Server; url: string; sent: string[] }> {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal')
    sent.push(pathname)
    if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE(base))
    const file = DIST + pathname
    const as = pathname.endsWith('/sightglass.iife.js') ? (type() ?? 'text/plain') : type()
    if (!as || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': as, 'cache-control': 'no-store' }).end(readFileSync(file))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function tokenOf(system: System): Promise<string> {
  const reply = await fetch(`${system.api}/yun/v2/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: 'admin', password: 'demo1234' }),
  })
  return (await reply.json()).data.token
}

for (const type of ['text/plain', 'application/octet-stream', 'text/javascript; charset=utf-8']) {
  test(`a page of classic scripts is live where the server sends them as ${type}`, async ({
    page,
    system,
    complaints: _,
  }) => {
    const { server, sent, url } = await oldServer(system.api, () => type)
    const token = await tokenOf(system)
    await page.addInitScript((value) => Object.assign(window, { token: value }), token)
    await page.goto(url)
    const monitor = page.locator('sg-device-monitor')
    const device = await system.device('TS0001')
    await send(device, { temperature: 41.4 })
    await expect(monitor.getByRole('row', { name: /Temperature/ })).toContainText('41.4')
    // A tab's script is fetched later, or lies in the one script already.
    await monitor.getByRole('tab', { name: 'Curve', exact: true }).click()
    await expect(monitor.locator('canvas, svg').first()).toBeVisible()
    expect(sent.includes('/elements/sightglass.all.iife.js')).toBe(!type.includes('javascript'))
    expect(sent.some((path) => path.startsWith('/elements/chunks/'))).toBe(type.includes('javascript'))
    await device.endAsync()
    server.closeAllConnections()
    server.close()
  })
}

test('an element of a classic page whose script does not come says so, and a try fetches it', async ({
  page,
  system,
}) => {
  let type: string | null = null
  const { server, url } = await oldServer(system.api, () => type)
  await page.goto(url)
  const monitor = page.locator('sg-device-monitor')
  await expect(monitor).toHaveAttribute('data-sg-state', 'error')
  await expect(monitor.getByRole('alert')).toContainText('could not be loaded')
  type = 'text/plain'
  await monitor.getByRole('button', { name: 'Try again', exact: true }).click()
  await page.waitForFunction(() => customElements.get('sg-device-monitor'))
  await expect(monitor.getByRole('alert').getByText('could not be loaded')).toHaveCount(0)
  server.closeAllConnections()
  server.close()
})
