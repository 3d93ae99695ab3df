import { expect, signIn, test } from './system.ts'

test('a device group is created, takes a device, and is deleted with the device moved back', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'device/devgroup')
  const screen = page.locator('sg-device-groups')
  await screen.getByRole('button', { name: '新建设备分组', exact: true }).click()
  await screen.getByRole('textbox', { name: '分组名称' }).fill('试车间')
  await screen.getByRole('button', { name: '创建设备分组', exact: true }).click()
  const node = screen.getByRole('treeitem', { name: /试车间/ })
  await expect(node).toBeVisible()

  await page.goto(`${system.console}device`)
  const list = page.locator('sg-device-list')
  await list.getByRole('button', { name: '测试台 的操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '移动到…', exact: true }).click()
  const moving = page.getByRole('dialog', { name: '移动“测试台”', exact: true })
  await moving.getByRole('button', { name: /分组/ }).click()
  await page.getByRole('option', { name: /试车间/ }).click()
  await moving.getByRole('button', { name: '移动', exact: true }).click()
  await expect(list.getByRole('row', { name: /测试台/ })).toContainText('试车间')

  await page.goto(`${system.console}device/devgroup`)
  await node.click()
  await screen.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '删除设备分组', exact: true }).click()
  const removing = page.getByRole('dialog', { name: '删除设备分组“试车间”？', exact: true })
  await expect(removing).toContainText('将其 1 台设备移至')
  await removing.getByRole('button', { name: '移动设备并删除', exact: true }).click()
  await expect(screen.getByText('已删除“试车间”，1 台设备移至“默认分组”')).toBeVisible()
  await expect(node).toHaveCount(0)
})
