import { expect, type System, signIn, test } from './system.ts'

interface Opened {
  document: { controls: { kind: string }[] }
}
const kinds = ({ document }: Opened) => document.controls.map(({ kind }) => kind)
const drawn = async (system: System, id: number) =>
  kinds(await system.call<Opened>('admin', `/yun/dashboard/document?dashboard_id=${id}`))
/** What somebody else sees of it. */
const shown = async (system: System, id: number) =>
  kinds(await system.call<Opened>('manager', `/yun/dashboard/show?dashboard_id=${id}`))

test('an engineer begins a dashboard with a device, leaves it as a draft, and others see it once it is saved', async ({
  page,
  system,
  complaints: _,
}) => {
  const body = { dashboard_name: '测试台看板' }
  const { dashboard_id } = await system.call<{ dashboard_id: number }>('admin', '/yun/dashboard', {
    method: 'POST',
    body,
  })
  await signIn(page, system, 'admin')
  await page.goto(`${system.console}editDashboard?id=${dashboard_id}`)
  const editor = page.locator('sg-dashboard-editor')
  await editor.getByRole('button', { name: '从设备开始', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('TS0001')
  await expect(dialog.locator('.device-choice-one')).toHaveCount(1)
  await dialog.locator('.device-choice-one').click()
  await dialog.getByRole('button', { name: '放置', exact: true }).click()
  await expect(editor.locator('.others-see')).toHaveText('草稿 · 其他人尚不可见')
  await expect.poll(async () => (await drawn(system, dashboard_id)).includes('history-curve')).toBe(true)
  expect(await shown(system, dashboard_id)).toEqual([])

  await editor.getByRole('button', { name: '关闭编辑器', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard(\?|$)/)
  await page.goto(`${system.console}editDashboard?id=${dashboard_id}`)
  await expect(editor.locator('.stage-board[data-hands]')).toBeVisible()
  await editor.getByRole('button', { name: '保存', exact: true }).click()
  await expect(editor.locator('.others-see')).toHaveText('其他人看到的是此版本')
  expect(await shown(system, dashboard_id)).toEqual(await drawn(system, dashboard_id))
})
