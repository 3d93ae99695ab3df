import { expect, send, signIn, test } from './system.ts'

test('a device is deregistered on its page, is cut off and nowhere, and comes back as it was', async ({
  page,
  system,
  complaints: _,
}) => {
  const rule = { key: 'temperature', alarm_name: '试验过热', alarm_level: 4, condition: 'above', threshold: 100 }
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'TS0001', rules: [rule] } })
  const device = await system.device('TS0001')
  await send(device, { temperature: 123 })
  await signIn(page, system, 'admin', 'info/realTimeFault')
  await expect(page.locator('sg-alarm-feed').getByText('试验过热').first()).toBeVisible()

  await page.goto(`${system.console}deviceDetail/TS0001`)
  const monitor = page.locator('sg-device-monitor')
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('123')
  await monitor.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '注销…', exact: true }).click()
  const closed = new Promise<void>((resolve) => device.once('close', resolve))
  await page.getByRole('dialog').getByRole('button', { name: '注销“测试台”', exact: true }).click()
  await closed
  await device.endAsync(true)

  const list = page.locator('sg-device-list')
  const row = list.getByRole('row', { name: /测试台/ })
  await expect(row).toContainText('30 天')
  await page.goto(`${system.console}info/realTimeFault`)
  const feed = page.locator('sg-alarm-feed')
  // Other devices may have alarms, or none.
  await expect(feed.locator('.notice-title').or(feed.getByRole('row').first())).toBeVisible()
  await expect(feed.getByText('试验过热')).toHaveCount(0)
  await page.goto(`${system.console}deviceDetail/TS0001`)
  await expect(monitor.getByText('110509')).toBeVisible()

  await page.goto(`${system.console}device?show=deregistered`)
  await row.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(list.getByText('已恢复“测试台”')).toBeVisible()
  const again = await system.device('TS0001')
  await send(again, { temperature: 45 })
  await page.goto(`${system.console}deviceDetail/TS0001`)
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('45')
  await page.goto(`${system.console}deviceDetail/TS0001?tab=log`)
  await expect(monitor.getByRole('row', { name: /已恢复/ })).toBeVisible()
  await expect(monitor.getByRole('row', { name: /已注销/ })).toBeVisible()
  await again.endAsync()
})
