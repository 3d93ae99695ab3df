import { expect, send, signIn, test } from './system.ts'

test('a virtual device is composed, follows the device that it reads, raises alarms of its own, and is deleted', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await signIn(page, system, 'admin', 'device/virtualDevice')
  const screen = page.locator('sg-virtual-devices')
  await screen.getByRole('button', { name: '新建虚拟设备', exact: true }).click()
  await screen.getByRole('textbox', { name: '名称' }).fill('二倍试验台')
  await screen.getByRole('button', { name: '引用设备变量…', exact: true }).first().click()
  const taking = page.getByRole('dialog', { name: '引用设备变量', exact: true })
  await taking.getByRole('searchbox').fill('TS0001')
  await taking.getByRole('button', { name: /TS0001/ }).click()
  await taking.getByRole('checkbox', { name: /温度/ }).check({ force: true })
  await taking.getByRole('button', { name: '引用 1 个变量', exact: true }).click()
  await screen.getByRole('button', { name: '新建计算变量', exact: true }).first().click()
  const point = screen.getByRole('listitem').last()
  await point.getByRole('textbox', { name: /^名称/ }).fill('二倍温度')
  await point.getByRole('textbox', { name: '标识' }).fill('twice')
  await point.getByRole('textbox', { name: '公式' }).fill('temperature * 2')
  await expect(point).toContainText('40')
  await screen.getByRole('button', { name: '创建虚拟设备', exact: true }).click()
  await screen.getByRole('button', { name: '打开', exact: true }).first().click()

  const monitor = page.locator('sg-device-monitor')
  const twice = monitor.getByRole('row', { name: /二倍温度/ })
  await expect(twice).toContainText('40')
  await send(device, { temperature: 25 })
  await expect(twice).toContainText('50')

  const sn_code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const rule = { key: 'twice', alarm_name: '二倍过高', alarm_level: 4, condition: 'above', threshold: 100 }
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code, rules: [rule] } })
  await send(device, { temperature: 60 })
  await expect(monitor.getByText('故障', { exact: true })).toBeVisible()
  await page.goto(`${system.console}info/realTimeFault`)
  await expect(page.locator('sg-alarm-feed').getByText('二倍过高').first()).toBeVisible()

  await page.goto(`${system.console}device/virtualDevice`)
  await screen.getByRole('button', { name: '“二倍试验台”的操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await page.getByRole('button', { name: '删除“二倍试验台”', exact: true }).click()
  await expect(screen.getByText('已删除“二倍试验台”')).toBeVisible()
  await expect(screen.locator('.notice-title')).toHaveText('还没有虚拟设备')
  await device.endAsync()
})
