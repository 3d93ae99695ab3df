import { png } from '../server/files.ts'
import { makeUser } from './make-user.ts'
import { complaintsOf, expect, System, send, signIn, test } from './system.ts'

test('a scene picture is uploaded, seen by whom the device is shared with, and on cards that are laid out, also after a reload', async ({
  page,
  browser,
}) => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    await makeUser(system, 'fitter', { permissions: ['P00000', 'P10000', 'P30000', 'P33000'], device_rights: [] })
    const device = await system.device('TS0001')
    await send(device, { temperature: 41 })

    await signIn(page, system, 'admin', 'deviceDetail/TS0001')
    const monitor = page.locator('sg-device-monitor')
    await monitor.getByRole('button', { name: '编辑', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'scene.png', mimeType: 'image/png', buffer: png(320, 240) })
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    const picture = (of: typeof page) => of.getByRole('img', { name: '测试台 的现场图片', exact: true })
    await expect(picture(page)).toBeVisible()

    const users = await system.call<{ rows: { user_id: number }[] }>('admin', '/user?search=fitter')
    const user_ids = users.rows.map(({ user_id }) => user_id)
    const share = { sn_code: 'TS0001', user_ids, may_write: false, until_time: null }
    await system.call('admin', '/dev/share', { method: 'POST', body: share })
    const theirs = await browser.newPage()
    const said = complaintsOf(theirs)
    await signIn(theirs, system, 'fitter', 'deviceDetail/TS0001')
    await expect(picture(theirs)).toBeVisible()

    await page.goto(`${system.console}device/devDashboard`)
    const board = page.locator('sg-device-board')
    const card = board.getByRole('listitem').filter({ hasText: 'TS0001' })
    await card
      .getByRole('button', { name: /测试台/ })
      .first()
      .click()
    await board.getByRole('button', { name: '卡片布局…', exact: true }).click()
    const layout = page.getByRole('dialog')
    await layout.getByText('在数值上方显示现场图片', { exact: true }).click()
    await layout.getByRole('button', { name: '保存', exact: true }).click()
    await expect(layout).toHaveCount(0)
    await page.reload()
    await expect(card.getByRole('img', { name: '测试台 的现场图片', exact: true })).toBeVisible()
    expect([...complaints, ...said]).toEqual([])
    await theirs.close()
    await device.endAsync()
  } finally {
    await system.remove()
  }
})
