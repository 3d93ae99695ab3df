import { expect, signIn, test } from './system.ts'

test('the help opens at the chapter of the page in sight, and leads to all guides', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'operator', 'info/realTimeFault')
  await page.getByRole('button', { name: '此页的帮助' }).click()
  await expect(page.getByRole('heading', { name: '确认报警' })).toBeFocused()
  await page.getByRole('link', { name: '全部帮助' }).click()
  await page.getByRole('link', { name: '工程师的第一小时' }).click()
  await expect(page.getByRole('heading', { name: '接入并注册设备' })).toBeVisible()
})
