import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, send, test } from './system.ts'

const PORTAL = fileURLToPath(new URL('../../demo/portals/serve.ts', import.meta.url))

async function portal(env: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [PORTAL], {
    env: { ...process.env, PORTAL_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const said of child.stdout) {
    const url = /http:\/\/\S+/.exec(String(said))?.[0]
    if (url) return { url, child }
  }
  throw new Error('The portal ended before it was ready')
}

test("a plain page of another origin, under a strict policy, shows a device live with its own server's token", async ({
  page,
  system,
  complaints: _,
}) => {
  const { url, child } = await portal({ CONSOLE_URL: system.api, PORTAL_USER: 'admin' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url)
  await page.evaluate(() => document.querySelector('sg-device-monitor')?.setAttribute('sn', 'TS0001'))
  const monitor = page.locator('sg-device-monitor')
  const device = await system.device('TS0001')
  await send(device, { temperature: 33.3 })
  await expect(monitor.getByRole('row', { name: /温度|Temperature/ })).toContainText('33.3')
  await send(device, { temperature: 34.4 })
  await expect(monitor.getByRole('row', { name: /温度|Temperature/ })).toContainText('34.4')
  await expect(page.locator('iframe')).toHaveCount(0)

  const { token } = await page.evaluate(async () => (await fetch('/token', { method: 'POST' })).json())
  expect(token).toBeTruthy()
  expect(asked.filter((one) => one.includes('token='))).toEqual([])
  expect(await page.content()).not.toContain(token)
  await device.endAsync()
  child.kill()
  await once(child, 'exit')
})
