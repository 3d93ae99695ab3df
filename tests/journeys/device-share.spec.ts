import { makeUser } from './make-user.ts'
import { complaintsOf, expect, send, signIn, test } from './system.ts'

test('a user shares a device, the recipient sees it live, and loses it at once when it is taken back', async ({
  page,
  browser,
  system,
  complaints: _,
}) => {
  await makeUser(system, 'fitter', { permissions: ['P00000', 'P10000', 'P30000', 'P33000'], device_rights: [] })
  const device = await system.device('TS0001')
  await send(device, { temperature: 41 })

  await signIn(page, system, 'admin', 'device?search=TS0001')
  const list = page.locator('sg-device-list')
  await list.getByRole('button', { name: '测试台 的操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '分享…', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: '查找用户', exact: true }).fill('fitter')
  await dialog.locator('.user-picker-found').getByText('fitter').first().click()
  await dialog.getByRole('button', { name: '分享', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const theirs = await browser.newPage()
  const complaints = complaintsOf(theirs)
  await signIn(theirs, system, 'fitter', 'device/share?of=received')
  const received = theirs.locator('sg-device-share').getByRole('row', { name: /测试台/ })
  await expect(received).toContainText('查看')
  await theirs.goto(`${system.console}deviceDetail/TS0001`)
  const monitor = theirs.locator('sg-device-monitor')
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('41')
  await expect(monitor.getByText(/分享/).first()).toBeVisible()
  await send(device, { temperature: 42 })
  await expect(monitor.getByRole('row', { name: /温度/ })).toContainText('42')

  await page.goto(`${system.console}device/share`)
  const given = page.locator('sg-device-share')
  await given.getByRole('button', { name: '测试台 的操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '收回…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '收回“测试台”', exact: true }).click()
  await expect(given.getByText('已收回“测试台”')).toBeVisible()
  await expect(monitor.getByText('设备不存在').first()).toBeVisible()
  await theirs.goto(`${system.console}device/share?of=received`)
  await expect(theirs.locator('sg-device-share .notice-title')).toHaveText('还没有人向您分享设备')
  expect(complaints).toEqual([])
  await theirs.close()
  await device.endAsync()
})
