import { complaintsOf, expect, System, send, signIn, test } from './system.ts'

/** 测试台 stands in Shanghai, and leaves it. */
const INSIDE = { lat: 31.2304, lng: 121.4737 }
const OUTSIDE = { lat: 31.3304, lng: 121.6737 }

test('a geofence is drawn on the map, a rule watches it, and an alarm comes when a device leaves it', async ({
  page,
}) => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    const device = await system.device('TS0001')
    const points = ['lat', 'lng'].map((key) => ({ key, name: key, data_type: 'number' }))
    await system.call('admin', '/dev/points', { method: 'POST', body: { sn_code: 'TS0001', points } })
    await send(device, INSIDE)

    await signIn(page, system, 'admin', 'device/devGPS?sn=TS0001')
    const map = page.locator('sg-device-map')
    await expect(map.getByRole('region', { name: '测试台', exact: true })).toContainText('31.23040, 121.47370')
    await map.getByRole('button', { name: '电子围栏', exact: true }).click()
    await map.getByRole('button', { name: '画圆形', exact: true }).click()
    const form = map.getByRole('region', { name: '新建围栏', exact: true })
    await form.getByRole('textbox', { name: '名称 *', exact: true }).fill('码头')
    for (const [name, value] of [
      ['纬度', INSIDE.lat],
      ['经度', INSIDE.lng],
      ['半径', 2000],
    ] as const) {
      const field = form.getByRole('textbox', { name, exact: true })
      await field.fill(`${value}`)
      await field.press('Tab')
    }
    await form.getByRole('button', { name: '保存围栏', exact: true }).click()
    await expect(map.getByText('已保存围栏“码头”', { exact: true })).toBeVisible()
    await expect(map.getByText('圆形 · 半径 2 公里', { exact: true })).toBeVisible()

    await page.goto(`${system.console}deviceDetail/TS0001?tab=rules`)
    const monitor = page.locator('sg-device-monitor')
    await monitor.getByRole('button', { name: '新建规则', exact: true }).click()
    const rule = monitor.getByRole('region', { name: '新建规则', exact: true })
    await rule
      .getByRole('button', { name: /变量 \*$/ })
      .first()
      .click()
    await page.getByRole('option', { name: /^位置/ }).click()
    await rule.getByRole('button', { name: /围栏 \*$/ }).click()
    await page.getByRole('option', { name: '码头', exact: true }).click()
    await rule.getByRole('textbox', { name: '报警名称 *', exact: true }).fill('驶离码头')
    await rule.getByRole('button', { name: '创建规则', exact: true }).click()
    await expect(monitor.getByText('离开围栏“码头”')).toBeVisible()

    await page.goto(`${system.console}info/realTimeFault`)
    const feed = page.locator('sg-alarm-feed')
    await expect(feed.locator('.notice-title')).toBeVisible()
    await send(device, OUTSIDE)
    await expect(feed.getByText('驶离码头').first()).toBeVisible()
    await feed.getByText('驶离码头').first().click()
    await expect(feed.getByText(/离开围栏“码头”/).first()).toBeVisible()

    await page.goto(`${system.console}device/devGPS`)
    await map.getByRole('button', { name: '电子围栏', exact: true }).click()
    await map.getByRole('button', { name: '删除“码头”', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('驶离码头')
    expect(complaints).toEqual([])
    await device.endAsync()
  } finally {
    await system.remove()
  }
})
