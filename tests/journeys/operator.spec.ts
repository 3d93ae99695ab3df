import { readFile } from 'node:fs/promises'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import { handsOf } from './hands.ts'
import { complaintsOf, expect, oneIn, System, signIn, test } from './system.ts'

const HEIGHTS = { 1440: 900, 1024: 768, 390: 844 }
/** The first is what every run walks. */
const WAYS = [
  { way: 'keyboard', width: 390 },
  { way: 'keyboard', width: 1440 },
  { way: 'keyboard', width: 1024 },
  { way: 'mouse', width: 1440 },
  { way: 'mouse', width: 1024 },
  { way: 'mouse', width: 390 },
] as const

const RULE = {
  key: 'discharge_pressure',
  alarm_name: '出口压力试验',
  alarm_level: 5,
  condition: 'above',
  threshold: 0.01,
}

test.describe('an operator', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '2', DEMO_HISTORY_DAYS: '2' })
  test.beforeAll(async () => {
    await system.start()
    await expect.poll(() => system.log).toContain('Demo history of 2 days is loaded')
  })
  test.afterAll(() => system.remove())

  for (const { way, width } of oneIn(6, WAYS)) {
    test(`an operator deals with an alarm, writes a setpoint and finds both again by ${way} at ${width} pixels`, async ({
      page,
    }) => {
      const complaints = complaintsOf(page)
      const give = (rules: object[]) =>
        system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'WW0001', rules } })
      // The plant brings its devices one after the other.
      await expect(() => give([])).toPass()
      await give([RULE])
      await page.setViewportSize({ width, height: HEIGHTS[width] })
      await signIn(page, system, 'operator')
      const { press, openMenu, type, stumbles } = handsOf(way, page)
      const bar = page.getByRole('banner')
      await expect(bar.getByRole('link', { name: /紧急/ }).first()).toBeVisible()
      await press(
        page
          .locator('sg-home')
          .getByRole('button', { name: /出口压力试验/ })
          .first(),
      )
      const panel = page.locator('sg-alarm-feed').getByRole('region', { name: '出口压力试验', exact: true })
      await expect(panel).toBeVisible()
      await type(panel.getByRole('textbox', { name: '备注' }), '已通知泵房')
      await press(panel.getByRole('button', { name: '确认', exact: true }))
      await expect(panel).toContainText('已确认')
      await expect(panel).toContainText('已通知泵房')
      await press(panel.getByRole('button', { name: '搁置', exact: true }))
      const shelving = page.getByRole('dialog', { name: '搁置 1 条报警', exact: true })
      await press(shelving.getByRole('button', { name: '检修中', exact: true }))
      await press(shelving.getByRole('button', { name: '搁置 1 条', exact: true }))
      await expect(panel).toContainText('搁置至')
      await press(panel.getByRole('button', { name: '当时的曲线', exact: true }))
      await expect(page).toHaveURL(/tab=curve/)
      const monitor = page.locator('sg-device-monitor')
      await press(monitor.getByRole('button', { name: '组态画面', exact: true }))
      await expect(page).toHaveURL(/configureMonitor\?sn=WW0001/)
      const setpoint = page.locator('sg-screen-monitor').getByRole('spinbutton', { name: /压力设定/ })
      await expect(setpoint).toHaveAttribute('aria-label', /0\.\d/)
      await press(setpoint)
      const writing = page.getByRole('dialog', { name: /写入：压力设定/ })
      await type(writing.getByRole('textbox', { name: '新值' }), '0.47')
      await press(writing.getByRole('button', { name: '写入', exact: true }))
      await expect(writing).toContainText('已完成')
      await press(writing.getByRole('button', { name: '关闭', exact: true }).last())
      await expect(writing).toBeHidden()
      await expect(setpoint).toHaveAttribute('aria-label', /0\.47/)
      if (way === 'keyboard') await expect(setpoint).toBeFocused()

      await openMenu(setpoint)
      await press(page.getByRole('menuitem', { name: '设备', exact: true }))
      await expect(page).toHaveURL(/deviceDetail\/WW0001/)
      await press(monitor.getByRole('tab', { name: '操作记录', exact: true }))
      await press(monitor.getByRole('row', { name: /0\.47/ }).first())
      const record = monitor.getByRole('region', { name: /压力设定/ })
      await expect(record).toContainText('operator')
      await press(record.getByRole('button', { name: '关闭', exact: true }))

      await press(monitor.getByRole('tab', { name: '历史列表', exact: true }))
      await press(monitor.getByRole('button', { name: /^最近 24 小时/ }))
      const yesterday = new Date(Date.now() - DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
      for (const [field, minute] of Object.entries({ 开始时间: '00', 结束时间: '05' })) {
        const parts = page.getByRole('group', { name: field, exact: true }).getByRole('spinbutton')
        for (const [at, part] of [...yesterday.split('-'), '03', minute].entries()) {
          await type(parts.nth(at), part)
          await expect(parts.nth(at)).toHaveText(part)
        }
      }
      await press(page.getByRole('button', { name: '应用', exact: true }))
      await expect(monitor.getByRole('row', { name: /03:0\d:/ }).first()).toBeVisible()
      const download = page.waitForEvent('download')
      await press(monitor.getByRole('button', { name: '导出', exact: true }))
      await press(page.getByRole('menuitem', { name: /CSV/ }))
      expect(await readFile(await (await download).path(), 'utf8')).toContain(`${yesterday} 03:0`)

      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('combobox', { name: /搜索设备/ })).toBeFocused()
      await page.keyboard.type('WW0002')
      await expect(page.getByRole('option', { selected: true })).toContainText('WW0002')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/deviceDetail\/WW0002$/)
      expect(complaints).toEqual([])
      expect(stumbles).toEqual([])
    })
  }
})
