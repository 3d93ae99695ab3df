import { png } from '../server/files.ts'
import { complaintsOf, expect, System, signIn, test } from './system.ts'

const TILES = 'https://tiles.example'

test('a map asks nobody but its server until its organisation sets tiles, and then shows these', async ({ page }) => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    const foreign: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (/^https?:$/.test(protocol) && origin !== system.api) foreign.push(request.url())
    })
    const tile = png(256, 256)
    await page.route(`${TILES}/**`, (route) => route.fulfill({ contentType: 'image/png', body: tile }))

    await signIn(page, system, 'admin', 'device/devGPS')
    const map = page.locator('sg-device-map')
    await expect(map.locator('canvas').first()).toBeVisible()
    await map.getByRole('button', { name: '放大', exact: true }).click()
    await expect(map.locator('.world-map-tiles')).toHaveCount(0)
    expect(foreign).toEqual([])

    await page.goto(`${system.console}system/personalization`)
    const settings = page.locator('sg-organisation-settings')
    await settings.getByRole('button', { name: /底图$/ }).click()
    await page.getByRole('option', { name: '瓦片地图（XYZ）', exact: true }).click()
    await settings.getByRole('textbox', { name: '瓦片地址 *', exact: true }).fill(`${TILES}/{z}/{x}/{y}.png`)
    await settings.getByRole('textbox', { name: '版权说明 *', exact: true }).fill('© 滨江测绘')
    await settings.getByRole('button', { name: '保存', exact: true }).click()
    await expect(settings.getByText('已保存', { exact: true })).toBeVisible()

    await page.goto(`${system.console}device/devGPS`)
    await expect(map.locator('.world-map-tiles canvas').first()).toBeVisible()
    await expect(map.getByText('© 滨江测绘')).toBeVisible()
    await expect.poll(() => foreign.length).toBeGreaterThan(0)
    expect(foreign.every((url) => url.startsWith(`${TILES}/`))).toBe(true)
    await expect(map.getByRole('button', { name: '重试', exact: true })).toHaveCount(0)
    expect(complaints).toEqual([])
  } finally {
    await system.remove()
  }
})
