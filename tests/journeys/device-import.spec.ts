import { readFile } from 'node:fs/promises'
import { utils, write } from '@e965/xlsx'
import { complaintsOf, expect, System, signIn, test } from './system.ts'

const HEAD = ['SN 码', '设备密码', '叫什么', '所在地区', '流量卡号']

function workbook(...rows: string[][]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEAD, ...rows]), '设备')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

test('a workbook of devices is checked, mended and imported, and what is exported is known again', async ({ page }) => {
  // A server of its own: others count its devices.
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    await signIn(page, system, 'admin', 'device')
    const list = page.locator('sg-device-list')
    const more = list.getByRole('button', { name: '更多操作', exact: true })
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: '导入设备…', exact: true }).click()
    }
    const choose = (name: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    const pump = ['JI0001', '', '一号泵', '广东省 深圳市 南山区', '898600123456780001']
    const taken = ['TS0001', '', '占用', '', '']

    await expect(list).toHaveAttribute('data-sg-state', 'ready')
    await open()
    await choose('设备.xlsx', workbook(pump, taken, ['JI0003', 'password3', '=三号泵', 'Hamburg', '12']))
    await dialog.getByRole('button', { name: '“叫什么”列导入为', exact: false }).click()
    await page.getByRole('option', { name: '名称', exact: true }).click()
    const wrong = dialog.getByRole('region', { name: '有误的单元格', exact: true })
    await expect(wrong.getByRole('row', { name: /^3 SN 码 TS0001 设备已注册$/ })).toBeVisible()
    await expect(wrong.getByRole('row', { name: /^4 流量卡号 12 / })).toBeVisible()
    await expect(dialog.getByRole('button', { name: '只导入无误的 1 行', exact: true })).toBeVisible()

    // The card is mended in the file; what was chosen for the columns still holds.
    await choose(
      '设备.xlsx',
      workbook(pump, taken, ['JI0003', 'password3', '=三号泵', 'Hamburg', '898600123456780003']),
    )
    await expect(wrong.getByRole('row')).toHaveCount(2)
    await dialog.getByRole('button', { name: '只导入无误的 2 行', exact: true }).click()
    await expect(dialog.getByText('导入完成', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: '结果文件', exact: true }).click()
    const [result] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])
    const said = await readFile(await result.path(), 'utf8')
    expect(said).toMatch(/"JI0001".*"已注册".*"\w{23}"/)
    expect(said).toMatch(/"TS0001".*"未导入".*设备已注册/)
    expect(said).toContain(`"'=三号泵"`)
    expect(said).not.toContain('password3')
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await expect(list.getByRole('row', { name: /一号泵.*JI0001/ })).toContainText('广东省 深圳市 南山区')
    await expect(list.getByRole('row', { name: /三号泵.*JI0003/ })).toContainText('Hamburg')

    await more.click()
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: '导出为 xlsx', exact: true }).click(),
    ])
    await open()
    await choose('devices.xlsx', await readFile(await exported.path()))
    await dialog.getByText('同时更新已有设备', { exact: false }).click()
    await expect(dialog.getByText(/新设备 0，更新 0，无变化 \d+，有误 0/)).toBeVisible()
    expect(complaints).toEqual([])
  } finally {
    await system.remove()
  }
})
