import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright/test'
import { png } from '../server/files.ts'
import { oceanFile } from '../server/map-files.ts'
import { complaintsOf, expect, System, signIn, test } from './system.ts'

const TILES = 'https://tiles.example'
/** 255 once something is drawn there. */
const alphaInTheMiddle = (drawn: Locator) =>
  drawn.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas
    return canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data[3]
  })
const OPEN = { 'access-control-allow-origin': '*' }

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
    await page.getByRole('option', { name: '栅格瓦片（XYZ）', exact: true }).click()
    await settings.getByRole('textbox', { name: '地图地址 *', exact: true }).fill(`${TILES}/{z}/{x}/{y}.png`)
    await settings.getByRole('textbox', { name: '版权说明 *', exact: true }).fill('© 滨江测绘')
    await settings.getByRole('button', { name: '保存', exact: true }).click()
    await expect(settings.getByText('已保存', { exact: true })).toBeVisible()

    const policy = () => page.evaluate(() => /sg-hosts=[\w-]+/.exec(document.cookie)?.[0] ?? '')
    await expect.poll(policy).not.toBe('')
    const kept = await policy()
    await page.goto('about:blank')
    // The page that has saved may learn of the host while the browser already loads the next one, by the policy of before.
    await page.context().clearCookies({ name: 'sg-hosts' })
    await page.addInitScript((cookie) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the console itself keeps it
      document.cookie = `${cookie}; path=/console/`
    }, kept)
    await page.goto(`${system.console}device/devGPS`)
    await expect(map.locator('.world-map-tiles canvas').first()).toBeVisible()
    await expect(map.getByText('© 滨江测绘')).toBeVisible()
    await expect.poll(() => foreign.length).toBeGreaterThan(0)
    expect(foreign.every((url) => url.startsWith(`${TILES}/`))).toBe(true)
    await expect(map.getByRole('button', { name: '重试', exact: true })).toHaveCount(0)

    // A map that the server has itself needs no host in the policy.
    await mkdir(join(system.store, 'maps'))
    await writeFile(join(system.store, 'maps/ocean.pmtiles'), oceanFile())
    foreign.length = 0
    await page.goto(`${system.console}system/personalization`)
    await settings.getByRole('button', { name: /底图$/ }).click()
    await page.getByRole('option', { name: '地图文件（PMTiles）', exact: true }).click()
    const address = settings.getByRole('textbox', { name: '地图地址 *', exact: true })
    await address.fill(`${system.api}/maps/ocean.pmtiles`)
    await expect(address).toHaveValue('/maps/ocean.pmtiles')
    await settings.getByRole('button', { name: '保存', exact: true }).click()
    await expect(settings.getByText('已保存', { exact: true })).toBeVisible()
    await page.goto(`${system.console}device/devGPS`)
    await expect.poll(() => alphaInTheMiddle(map.locator('.world-map-tiles canvas').first())).toBe(255)
    await expect(map.getByRole('button', { name: '重试', exact: true })).toHaveCount(0)
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    await system.remove()
  }
})

test('a map in a file is read by parts and drawn, and a file that is no map is told of beside the outline', async ({
  page,
}) => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    let file = oceanFile()
    const ranges: string[] = []
    await page.route(`${TILES}/**`, (route) => {
      const range = route.request().headers().range ?? ''
      ranges.push(range)
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
      const body = file.subarray(Number(from), Number(to) + 1)
      return route.fulfill({ status: 206, headers: OPEN, contentType: 'application/octet-stream', body })
    })
    type Kept = { settings: object; version: number }
    const { settings, version } = await system.call<Kept>('admin', '/yun/individuation/settings')
    const map = { map_kind: 'pmtiles', map_url: `${TILES}/ocean.pmtiles`, map_attribution: '© 滨江测绘' }
    await system.call('admin', '/yun/individuation', { method: 'PUT', body: { ...settings, ...map, version } })

    await signIn(page, system, 'admin', 'device/devGPS')
    const devices = page.locator('sg-device-map')
    const drawn = devices.locator('.world-map-tiles canvas').first()
    await expect(devices.getByText('© 滨江测绘')).toBeVisible()
    // What the browser loaded before it had heard of the host has a policy without it.
    await page.reload()
    await expect.poll(() => alphaInTheMiddle(drawn)).toBe(255)
    expect(ranges.every((range) => range.startsWith('bytes='))).toBe(true)

    file = Buffer.alloc(file.length, 'no map')
    await page.reload()
    await expect(devices.getByText('地图数据无法识别，显示自带轮廓图')).toBeVisible()
    await expect(devices.getByRole('button', { name: '重试', exact: true })).toBeVisible()
    expect(complaints.filter((said) => !said.includes('Content Security Policy'))).toEqual([])
  } finally {
    await system.remove()
  }
})
