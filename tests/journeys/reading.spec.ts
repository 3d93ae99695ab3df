import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { expect, send, signIn, test } from './system.ts'

test('a reading that a device publishes is on the screen at once, in the history, and on the curve', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const monitor = page.locator('sg-device-monitor')
  await send(device, { temperature: 21.5, running: true })
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('21.5')
  await expect(monitor.getByRole('row', { name: /运行/ })).toContainText('开')
  await expect(monitor.getByText('在线', { exact: true })).toBeVisible()
  await send(device, { temperature: 23.75 })
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('23.8')

  await monitor.getByRole('tab', { name: '历史列表', exact: true }).click()
  await expect(monitor.getByRole('row', { name: /23\.8/ })).toBeVisible()
  await monitor.getByRole('tab', { name: '历史曲线', exact: true }).click()
  await expect(monitor.getByRole('img', { name: /温度/ })).toBeVisible()
  await monitor.getByRole('button', { name: '最近 24 小时', exact: true }).click()
  await monitor.getByRole('button', { name: '最近 1 小时', exact: true }).click()
  await expect(monitor.getByText('原始值')).toBeVisible()

  // The range is the page's: in its address, in its other tabs, and there again when one comes back.
  await expect(page).toHaveURL(/range=hour(&|$)/)
  await page.getByRole('link', { name: '首页', exact: true }).first().click()
  await expect(page.locator('sg-home')).toBeVisible()
  await page.goBack()
  await expect(monitor.getByRole('button', { name: '最近 1 小时', exact: true })).toBeVisible()
  await monitor.getByRole('tab', { name: '历史列表', exact: true }).click()
  await expect(monitor.getByRole('button', { name: '最近 1 小时', exact: true })).toBeVisible()
  await device.endAsync()
})

test('what was stored while the link was down goes into the history in its place, and the newest stays on top', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  const now = Date.now()
  await send(device, { temperature: 30 }, now)
  const stored = [3, 2, 1].map((minutes) => ({ ts: now - minutes * MINUTE_MS, values: { temperature: 10 + minutes } }))
  await device.publishAsync('v1/devices/TS0001/telemetry', JSON.stringify(stored), { qos: 1 })
  const { rows } = await system.call<{ rows: [number, number][] }>(
    'admin',
    `/hDev?sn_code=TS0001&key=temperature&start=${now - 200_000}&end=${now + 1}`,
  )
  expect(rows.map(([time, value]) => [time - now, value])).toEqual(
    expect.arrayContaining([
      [-180_000, 13],
      [-120_000, 12],
      [-60_000, 11],
      [0, 30],
    ]),
  )
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  await expect(page.locator('sg-device-monitor').getByRole('row', { name: /温度/ })).toContainText('30.0')
  await device.endAsync()
})

test('an alarm comes, makes the device faulty, is confirmed by a person and ends with its cause', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const monitor = page.locator('sg-device-monitor')
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('20.0')
  await send(device, { temperature: 95 })
  await expect(monitor.getByText('故障', { exact: true }).first()).toBeVisible()

  await monitor.getByRole('tab', { name: /历史报警/ }).click()
  const alarm = monitor.getByRole('row', { name: /95/ }).first()
  await expect(alarm).toBeVisible()
  await alarm.click()
  await monitor.getByRole('button', { name: '确认', exact: true }).click()
  await expect(monitor.getByText(/^admin，/)).toBeVisible()
  await monitor.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(alarm).toContainText('admin')
  await send(device, { temperature: 89 })
  await send(device, { temperature: 87 })
  await expect(monitor.getByText('在线', { exact: true }).first()).toBeVisible()
  await device.endAsync()
})

test('a device that falls silent is shown stale, never as live', async ({ page, system, complaints: _ }) => {
  await system.call('admin', '/dev/basic', { method: 'PUT', body: { sn_code: 'TS0001', report_interval_s: 1 } })
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const row = page.locator('sg-device-monitor').getByRole('row', { name: /温度/ })
  await expect(row).toContainText('20.0')
  await device.endAsync()
  await expect(row).toContainText('过期')
  await expect(page.locator('sg-device-monitor').getByText('离线', { exact: true }).first()).toBeVisible()
  await system.call('admin', '/dev/basic', { method: 'PUT', body: { sn_code: 'TS0001', report_interval_s: 10 } })
})
