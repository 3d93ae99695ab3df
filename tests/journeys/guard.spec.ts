import { expect, signIn, test } from './system.ts'

test('a page without the right says so at its own address, with the menu, and no way back where a visit begins with it', async ({
  browser,
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'operator')
  const fresh = await browser.newContext({ storageState: await page.context().storageState() })
  const visit = await fresh.newPage()
  await visit.goto(`${system.console}team/role`)
  await expect(visit.getByRole('main')).toContainText('403')
  await expect(visit.getByText('您的角色没有此页面的权限')).toBeVisible()
  await expect(visit).toHaveURL(/\/team\/role$/)
  await expect(visit.getByRole('navigation', { name: '菜单', exact: true }).getByRole('link').first()).toBeVisible()
  await expect(visit.getByRole('button', { name: '返回', exact: true })).toBeHidden()
  await visit.getByRole('button', { name: '回到首页', exact: true }).click()
  await expect(visit).toHaveURL(/\/index/)
  await fresh.close()
})

test('a screen whose file is gone, as after a new build, comes with one reload of the page', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'index')
  // The first that its entry names is its own file; others come for what opens over a page, a moment after the first screen.
  const entry = await (await fetch(`${system.api}/elements/sg-roles.js`)).text()
  const [own = ''] = /chunks\/[\w-]+\.js/.exec(entry) ?? []
  let asked = 0
  await page.route(`**/${own}`, async (route) => {
    asked += 1
    await (asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue())
  })
  await page.getByRole('link', { name: '角色管理', exact: true }).click()
  await expect(page.getByRole('row', { name: /二级管理员/ })).toBeVisible()
  await expect(page).toHaveURL(/team\/role/)
  expect(asked).toBeGreaterThan(1)
})

test('the end of the session is shown with a single button that signs in anew, where a screen is drawn', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'rival', 'index')
  await page.goto(`${system.console}designConfigure/id=1`)
  await expect(page.locator('sg-canvas-editor')).toHaveAttribute('data-sg-state', /./)
  await system.call('rival', '/user/session', { method: 'DELETE' })
  const dialog = page.getByRole('dialog', { name: '已在其他会话中退出登录', exact: true })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await dialog.getByRole('button', { name: '重新登录', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
})
