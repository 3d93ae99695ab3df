import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, send, test } from './system.ts'

const README = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
const [, section = ''] = /\n## Getting it\n([\s\S]*?)\n## /.exec(README) ?? []
const blocks = (lang: string) =>
  Array.from(section.matchAll(new RegExp(`\`\`\`${lang}\n([\\s\\S]*?)\`\`\``, 'g')), ([, text = '']) => text)
const [page_ = '', classicLine = ''] = blocks('html')
const [policy = ''] = blocks('csp')

const pages = {
  'the script tag': page_,
  'the classic one': page_.replace(/^<script.*\n/, classicLine),
}

for (const [name, text] of Object.entries(pages)) {
  test(`what the README says of ${name} is a page that works, under the policy that it names`, async ({
    page,
    system,
    complaints: _,
  }) => {
    const { hostname, port } = new URL(system.api)
    const here = (said: string) => said.replaceAll('127.0.0.1:8080', `${hostname}:${port}`).replace('WW0001', 'TS0001')
    const login = await fetch(`${system.api}/yun/v2/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: 'admin', password: 'demo1234' }),
    })
    const { token } = (await login.json()).data
    const portal = createServer(({ url, method }, response) => {
      if (url === '/sightglass-token' && method === 'POST') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }))
      } else if (url === '/') {
        const csp = `default-src 'none'; ${here(policy).trim()}`
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp })
        response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,">${here(text)}`)
      } else response.writeHead(404).end()
    })
    await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
    await page.goto(`http://127.0.0.1:${(portal.address() as AddressInfo).port}/`)
    const monitor = page.locator('sg-device-monitor')
    await expect(monitor.locator('canvas, svg').first()).toBeVisible()
    await monitor.getByRole('tab', { name: 'Values', exact: true }).click()
    const device = await system.device('TS0001')
    await send(device, { temperature: 51.5 })
    await expect(monitor.getByRole('row', { name: /Temperature/ })).toContainText('51.5')
    await device.endAsync()
    portal.closeAllConnections()
    portal.close()
  })
}
