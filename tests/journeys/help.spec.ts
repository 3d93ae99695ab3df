import { expect, signIn, test } from './system.ts'

test('the help opens at the chapter of the page in sight, and leads to all guides', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'operator', 'info/realTimeFault')
  await page.getByRole('button', { name: '此页的帮助', exact: true }).click()
  await expect(page.getByRole('heading', { name: '确认报警', exact: true })).toBeFocused()
  await page.getByRole('link', { name: '全部帮助', exact: true }).click()
  await page.getByRole('link', { name: '工程师的第一小时', exact: true }).click()
  await expect(page.getByRole('heading', { name: '接入并注册设备', exact: true })).toBeVisible()
})
