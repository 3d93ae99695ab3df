import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guestToken } from '../../demo/portals/snippets/guest-token.mjs'
import { expect, type System, send, signIn, test } from './system.ts'

const control = (control_id: string, kind: string, more: object) => ({
  control_id,
  kind,
  version: 1,
  name: control_id,
  x: 20,
  y: 20,
  width: 400,
  height: 60,
  ...more,
})
const DOCUMENT = {
  version: 1,
  width: 1120,
  height: 630,
  controls: [
    control('temperature', 'value', {
      props: { label: '温度' },
      bindings: { value: { expression: 'TS0001.temperature' } },
    }),
    control('all', 'device-list', { x: 460, width: 600, height: 300 }),
  ],
}

const made = (system: System, dashboard_name: string) =>
  system.call<{ dashboard_id: number }>('admin', '/yun/dashboard', {
    method: 'POST',
    body: { dashboard_name, document: DOCUMENT },
  })

test('a visitor opens the link of a dashboard on a phone and sees it live, until it is revoked', async ({
  page,
  browser,
  system,
  complaints: _,
}) => {
  const { dashboard_id } = await made(system, '分享的看板')
  const device = await system.device('TS0001')
  await send(device, { temperature: 44 })
  await signIn(page, system, 'admin', `dashboard?dashboard=${dashboard_id}`)
  await page.getByRole('button', { name: '分享', exact: true }).click()
  await page.getByRole('button', { name: '生成链接', exact: true }).click()
  await expect(page.getByRole('img', { name: '链接的二维码', exact: true })).toBeVisible()
  const href = await page.getByLabel('链接', { exact: true }).inputValue()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
  const visitor = await context.newPage()
  const requests: string[] = []
  visitor.on('request', (request) => requests.push(request.url()))
  await visitor.goto(href)
  const temperature = visitor.locator('[data-control="temperature"]')
  await expect(temperature).toHaveAttribute('aria-label', /44/)
  await send(device, { temperature: 45.5 })
  await expect(temperature).toHaveAttribute('aria-label', /45\.5/)
  await expect(visitor.getByText('设备列表不在此分享页面中')).toBeVisible()
  // Laid out for the phone: nothing stands beside the page.
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const [, secret = ''] = href.split('#')
  expect(requests.filter((url) => url.includes(secret))).toEqual([])

  await page.goto(`${system.console}system/shareLink`)
  const row = page.locator('sg-share-links').getByRole('row', { name: /分享的看板/ })
  await expect(row).toContainText('有效')
  await row.click()
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^撤销/ }).click()
  await expect(temperature).toHaveCount(0)
  await expect(visitor.getByText('分享链接无效或已过期')).toBeVisible()
  await context.close()
  await device.endAsync()
})

test('a portal embeds a dashboard with a guest token that names it, and shows a live value', async ({
  browser,
  system,
}) => {
  const { dashboard_id } = await made(system, '门户的看板')
  const device = await system.device('TS0001')
  await send(device, { temperature: 31 })
  let token = ''
  const portal = createServer((request, response) => {
    if (request.url === '/token') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ token }))
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="zh"><head><title>Portal</title><link rel="icon" href="data:,">
      <script type="module" src="${system.api}/elements/sightglass.js"></script></head>
      <body><sg-connection base-url="${system.api}" token-url="/token">
      <sg-dashboard dashboard="${dashboard_id}" style="display: block; height: 600px"></sg-dashboard>
      </sg-connection></body></html>`)
  })
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  const { embed_key } = await system.call<{ embed_key: string }>('admin', '/yun/embed/key', {
    method: 'POST',
    body: {
      name: `看板门户 ${dashboard_id}`,
      origins: [origin],
      actions: ['read'],
      resources: { dashboards: [dashboard_id] },
    },
  })
  token = guestToken(embed_key, { id: 'u1', name: 'Visitor' }, { dashboards: [dashboard_id] }, ['read'])
  const context = await browser.newContext({ locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    await page.goto(origin)
    const temperature = page.locator('[data-control="temperature"]')
    await expect(temperature).toHaveAttribute('aria-label', /31/)
    await send(device, { temperature: 32.5 })
    await expect(temperature).toHaveAttribute('aria-label', /32\.5/)
  } finally {
    await context.close()
    portal.close()
    await device.endAsync()
  }
})
