import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { guestToken } from '../../demo/portals/snippets/guest-token.mjs'
import { expect, type System, send, signIn, test } from './system.ts'

const VISITOR = { id: 'u1', name: 'Visitor' }
const nowS = () => Math.floor(Date.now() / 1000)

/** A portal of one page, whose server hands out whatever token the test says. */
async function openPortal(system: System) {
  const portal = { token: '' as string | null, url: '', close: () => {} }
  const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,">
<script type="module" src="${system.api}/elements/sightglass.js"></script>
<sg-connection base-url="${system.api}" token-url="token">
  <sg-device-monitor sn="TS0001"></sg-device-monitor><sg-value sn="TS0001" point="temperature"></sg-value>
</sg-connection>
<script>problems = []; addEventListener('sg-error', ({ detail }) => problems.push(detail.problem))</script></html>`
  const server = createServer(({ url, method }, response) => {
    if (url === '/token' && method === 'POST') {
      response.writeHead(portal.token === null ? 502 : 200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ token: portal.token }))
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  portal.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  portal.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return portal
}

/** As an administrator does: in the console's page. Gives the secret, which is shown this once. */
async function makeKey(page: Page, system: System, name: string, origin: string): Promise<string> {
  await signIn(page, system, 'admin', 'system/embedding')
  const keys = page.locator('sg-embed-keys')
  await keys
    .getByRole('button', { name: /新建密钥|New key/ })
    .first()
    .click()
  await keys.getByRole('textbox', { name: /名称|Name/ }).fill(name)
  await keys.getByRole('textbox', { name: /来源|origins/ }).fill(`${origin}/some/page`)
  await keys.getByRole('button', { name: /创建密钥|Create key/ }).click()
  await expect(keys.getByText(/不是来源|is not an origin/)).toBeVisible()
  await keys.getByRole('textbox', { name: /来源|origins/ }).fill(origin)
  await keys.getByRole('button', { name: /创建密钥|Create key/ }).click()
  const secret = keys.getByRole('textbox', { name: /^嵌入密钥$|^Embed key$/ })
  await expect(secret).toHaveValue(/^sgk_/)
  const embed_key = await secret.inputValue()
  await keys.getByRole('button', { name: /我已保存|I have kept it/ }).click()
  expect(await page.content()).not.toContain(embed_key)
  return embed_key
}

test('a key made in the console lets a page in, says what is wrong with each bad token, and ends when it is revoked', async ({
  page,
  context,
  system,
}) => {
  const portal = await openPortal(system)
  const embed_key = await makeKey(page, system, 'Journey portal', portal.url)
  const other_key = `${embed_key.slice(0, embed_key.lastIndexOf('.') + 1)}${createHmac('sha256', 'x').update('y').digest('base64url')}`
  const sign = (more: { at?: number; devices?: string[]; key?: string } = {}) =>
    guestToken(more.key ?? embed_key, VISITOR, { devices: more.devices ?? ['TS0001'] }, ['read'], more.at ?? nowS())
  const visit = await context.newPage()
  const monitor = visit.locator('sg-device-monitor')
  const value = visit.locator('sg-value')
  const device = await system.device('TS0001')

  for (const [problem, state, token] of [
    ['token-garbage', 'expired', 'a.b.c'],
    ['token-signature', 'expired', sign({ key: other_key })],
    ['token-expired', 'expired', sign({ at: nowS() - 1200 })],
    ['token-early', 'expired', sign({ at: nowS() + 600 })],
    ['token-url-failed', 'expired', null],
    ['token-url-answer', 'expired', ''],
    ['unknown-device', 'error', sign({ devices: ['WW0001'] })],
  ] as const) {
    portal.token = token
    await visit.goto(portal.url)
    await expect(monitor, problem).toHaveAttribute('data-sg-state', state)
    await expect(value, problem).toHaveAttribute('data-sg-state', state)
    for (const element of [monitor, value])
      await expect(element.locator(`a[href="${system.api}/docs/embedding#${problem}"]`).first()).toBeVisible()
    await expect.poll(() => visit.evaluate('problems'), problem).toContain(problem)
  }

  // A base URL with a path too many is distinguished from a console that is down.
  portal.token = sign()
  await visit.goto(portal.url)
  await visit.evaluate((url) => document.querySelector('sg-connection')?.setAttribute('base-url', url), system.console)
  await expect(value).toHaveAttribute('data-sg-state', 'offline')
  await expect(value.locator(`a[href="${system.api}/docs/embedding#base-url-path"]`)).toBeVisible()

  // A page that had no token goes on by itself once there is one.
  portal.token = null
  await visit.goto(portal.url)
  await expect(value).toHaveAttribute('data-sg-state', 'expired')
  portal.token = sign()
  await expect(value).toHaveAttribute('data-sg-state', /ready|stale|empty/)
  await send(device, { temperature: 55.5 })
  await expect(value).toContainText('55.5')

  // From another origin the same token is of no use.
  const elsewhere = await context.newPage()
  await elsewhere.goto(portal.url.replace('127.0.0.1', 'localhost'))
  await expect(elsewhere.locator('sg-value')).toHaveAttribute('data-sg-state', 'forbidden')
  await elsewhere.close()

  const keys = page.locator('sg-embed-keys')
  await keys.getByRole('row', { name: /Journey portal/ }).click()
  await keys.getByRole('button', { name: /^撤销$|^Revoke$/ }).click()
  await keys.getByRole('button', { name: /Journey portal/ }).click()
  await expect(monitor.or(value).first()).toHaveAttribute('data-sg-state', 'expired')
  await expect.poll(() => visit.evaluate('problems')).toContain('token-key')
  await device.endAsync()
  portal.close()
})
