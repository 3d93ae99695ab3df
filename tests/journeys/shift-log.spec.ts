import { handsOf } from './hands.ts'
import { complaintsOf, expect, oneIn, System, signIn, test } from './system.ts'

const HEIGHTS = { 1440: 900, 1024: 768, 390: 844 }
/** The first is what every run walks. */
const WAYS = [
  { way: 'keyboard', width: 390 },
  { way: 'mouse', width: 1440 },
  { way: 'keyboard', width: 1440 },
  { way: 'keyboard', width: 1024 },
  { way: 'mouse', width: 1024 },
  { way: 'mouse', width: 390 },
] as const

test.describe('the shift log', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  test.beforeAll(() => system.start())
  test.afterAll(() => system.remove())

  for (const { way, width } of oneIn(6, WAYS))
    test(`an operator hands over and the next one takes over by ${way} at ${width} pixels`, async ({
      page,
      browser,
    }) => {
      const viewport = { width, height: HEIGHTS[width] }
      const complaints = complaintsOf(page)
      // The plant brings its device after the server is there.
      await expect(() => system.call('operator', '/dev/basic?sn_code=WW0001')).toPass()
      await page.setViewportSize(viewport)
      await signIn(page, system, 'operator', 'deviceDetail/WW0001')
      const operator = handsOf(way, page)
      await operator.press(page.locator('sg-device-monitor').getByRole('button', { name: '更多操作', exact: true }))
      await operator.press(page.getByRole('menuitem', { name: '写入值班日志', exact: true }))
      const log = page.locator('sg-shift-log')
      await operator.type(log.getByRole('textbox', { name: '内容 *', exact: true }), '2 号泵起动时振动')
      await operator.press(log.getByRole('button', { name: '保存', exact: true }))
      const { dev_alias } = await system.call<{ dev_alias: string }>('operator', '/dev/basic?sn_code=WW0001')
      const newest = log.getByRole('article').first()
      await expect(newest).toContainText(dev_alias)
      await expect(newest).toContainText('2 号泵起动时振动')
      await operator.press(newest.getByRole('button', { name: '更正', exact: true }))
      await operator.type(log.getByRole('textbox', { name: '内容 *', exact: true }), '3 号泵起动时振动')
      await operator.press(log.getByRole('button', { name: '保存', exact: true }))
      await expect(newest).toContainText('已更正 1 次')

      await operator.press(log.getByRole('button', { name: '交班', exact: true }))
      await operator.type(log.getByRole('textbox', { name: '交代事项 *', exact: true }), '注意 3 号泵')
      await operator.press(
        log.getByRole('region', { name: '交班', exact: true }).getByRole('button', { name: '交班', exact: true }),
      )
      await expect(newest).toContainText('等待接班')
      await expect(newest).toContainText('未结束报警')

      const next = await browser.newPage({ viewport })
      const nextComplaints = complaintsOf(next)
      await signIn(next, system, 'manager', 'info/shiftLog')
      const hands = handsOf(way, next)
      const waiting = next.locator('sg-shift-log').getByRole('article').first()
      await expect(waiting).toContainText('注意 3 号泵')
      await hands.press(waiting.getByRole('button', { name: '接班', exact: true }))
      await expect(waiting).toContainText(/manager.* 接班/)
      // The operator, who has done nothing, sees it too.
      await expect(newest).toContainText(/manager.* 接班/)
      expect([...complaints, ...nextComplaints]).toEqual([])
      expect([...operator.stumbles, ...hands.stumbles]).toEqual([])
      await next.close()
    })
})
