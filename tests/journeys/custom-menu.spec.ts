import { makeUser } from './make-user.ts'
import { expect, System, signIn, test } from './system.ts'

test.describe('a custom menu and a custom page', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  test.beforeAll(() => system.start())
  test.afterAll(() => system.remove())

  test('an administrator makes both for a role, whose operator begins there, until the dashboard is deleted and the next page follows', async ({
    page,
    browser,
  }) => {
    const post = { method: 'POST' }
    const document = { version: 1, width: 1120, height: 630, controls: [] }
    const body = { dashboard_name: '泵站总览', document }
    const { dashboard_id } = await system.call<{ dashboard_id: number }>('admin', '/yun/dashboard', { ...post, body })
    const permissions = ['P00000', 'P10000', 'P20000', 'P30000', 'P90000']
    await makeUser(system, 'pump_hand', { permissions, device_rights: [] })

    await signIn(page, system, 'admin', 'system/menu')
    const editor = page.locator('sg-menu-editor')
    const dialog = page.getByRole('dialog')
    const done = dialog.getByRole('button', { name: '完成', exact: true })
    await editor.getByRole('button', { name: '新增分组', exact: true }).click()
    await dialog.getByRole('textbox', { name: /名称/ }).fill('泵站')
    await done.click()
    await editor.getByRole('button', { name: '新增菜单项', exact: true }).click()
    await dialog.getByRole('button', { name: /打开/ }).click()
    await page.getByRole('option', { name: '仪表盘', exact: true }).click()
    await dialog.getByRole('button', { name: '请选择', exact: true }).click()
    await page.getByRole('button', { name: '泵站总览', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: /名称/ })).toHaveValue('泵站总览')
    await dialog.getByRole('button', { name: /所在分组/ }).click()
    await page.getByRole('option', { name: '泵站', exact: true }).click()
    await done.click()
    await editor.getByRole('button', { name: '新增菜单项', exact: true }).click()
    await dialog.getByRole('textbox', { name: /名称/ }).fill('泵站设备')
    await dialog.getByRole('button', { name: '请选择 页面', exact: true }).click()
    await page.getByRole('option', { name: '设备管理', exact: true }).click()
    await done.click()
    // By keyboard, into the group that stands above it.
    await editor.getByRole('button', { name: '上移“泵站设备”', exact: true }).press('Enter')
    await expect(editor.locator('.menu-item-name')).toHaveText(['泵站', '泵站 › 泵站总览', '泵站 › 泵站设备'])
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByText('菜单已保存')).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: '菜单', exact: true }).getByRole('link', { name: '泵站总览', exact: true }),
    ).toBeVisible()

    await page.goto(`${system.console}team/role`)
    const roles = page.locator('sg-roles')
    await roles.getByText('pump-hand').click()
    await roles.getByRole('button', { name: /登录后首页/ }).click()
    await page.getByRole('option', { name: '自定义页面', exact: true }).click()
    await roles.getByRole('button', { name: '组织的自定义页面', exact: true }).click()
    await page.getByRole('button', { name: '泵站总览', exact: true }).click()
    await roles.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('角色已保存')).toBeVisible()

    const context = await browser.newContext()
    const hand = await context.newPage()
    await signIn(hand, system, 'pump_hand', '')
    await expect(hand).toHaveURL(/\/customPage$/)
    await expect(hand.locator('sg-dashboard')).toBeVisible()
    await expect(hand).toHaveTitle(/泵站总览/)
    const menu = hand.getByRole('navigation', { name: '菜单', exact: true })
    await menu.getByRole('link', { name: '泵站设备', exact: true }).press('Enter')
    await expect(hand).toHaveURL(/\/device$/)
    await menu.getByRole('link', { name: '泵站总览', exact: true }).last().press('Enter')
    await expect(hand).toHaveURL(new RegExp(`/dashboard\\?dashboard=${dashboard_id}$`))
    await expect(menu.getByRole('link', { name: '泵站总览', exact: true }).last()).toHaveAttribute(
      'aria-current',
      'page',
    )

    await system.call('admin', `/yun/dashboard?dashboard_id=${dashboard_id}`, { method: 'DELETE' })
    await context.clearCookies()
    const later = await (await browser.newContext()).newPage()
    await signIn(later, system, 'pump_hand', '')
    await expect(later).toHaveURL(/\/index$/)
    const links = later.getByRole('navigation', { name: '菜单', exact: true }).getByRole('link')
    await expect(links.filter({ hasText: '泵站设备' })).toBeVisible()
    await expect(links.filter({ hasText: '泵站总览' })).toHaveCount(0)
    await later.goto(`${system.console}customPage`)
    await expect(later.getByText('没有自定义页面')).toBeVisible()

    await page.goto(`${system.console}system/menu`)
    await expect(editor.getByText('目标已删除或无权查看')).toBeVisible()
  })
})
