import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { makeUser } from './make-user.ts'
import { complaintsOf, expect, System, send, signIn, test } from './system.ts'

test.describe('a dashboard', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  test.beforeAll(() => system.start())
  test.afterAll(() => system.remove())

  test('an engineer begins a dashboard with a device, an operator watches it on a desktop and a phone, until it is not for him', async ({
    page,
    browser,
  }) => {
    const complaints = complaintsOf(page)
    const device = await system.device('TS0001')
    await send(device, { temperature: 41.5, setpoint: 20, running: true })
    await signIn(page, system, 'admin', 'dashboard')
    const list = page.locator('sg-dashboards')
    await list.getByRole('button', { name: '新建仪表盘', exact: true }).click()
    const form = page.getByRole('dialog', { name: '新建仪表盘', exact: true })
    await form.getByRole('textbox', { name: /仪表盘名称/ }).fill('夜班总览')
    await form.getByRole('button', { name: '创建', exact: true }).click()

    const editor = page.locator('sg-dashboard-editor')
    await editor.getByRole('button', { name: '从设备开始', exact: true }).click()
    const start = page.getByRole('dialog', { name: '选择设备', exact: true })
    await start.getByRole('button', { name: /TS0001/ }).click()
    await start.getByRole('button', { name: '放置', exact: true }).click()
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByText('其他人看到的是此版本')).toBeVisible()

    const groups = await system.call<{ group_id: number }[]>('admin', '/yun/dev/group')
    await makeUser(system, 'night_watch', {
      permissions: ['P00000', 'P20000'],
      device_rights: groups.map(({ group_id }) => ({ group_id, may_write: false })),
    })
    const context = await browser.newContext()
    const watcher = await context.newPage()
    const his = complaintsOf(watcher)
    await signIn(watcher, system, 'night_watch', 'dashboard')
    const row = watcher
      .getByRole('navigation', { name: '仪表盘列表', exact: true })
      .getByRole('button', { name: /夜班总览/ })
    await row.first().click()
    const value = watcher.locator('sg-dashboards').getByRole('button', { name: /41\.5/ })
    await expect(value.first()).toBeVisible()
    await send(device, { temperature: 43.25 })
    await expect(watcher.locator('sg-dashboards').getByRole('button', { name: /43\.3/ }).first()).toBeVisible()
    await watcher.setViewportSize({ width: 390, height: 844 })
    await watcher.getByRole('button', { name: '手机视图', exact: true }).click()
    await expect(watcher.locator('sg-dashboards[mobile]').getByRole('button', { name: /43\.3/ }).first()).toBeVisible()

    await page.goto(`${system.console}dashboard`)
    await list.getByRole('button', { name: '“夜班总览”的更多操作', exact: true }).click()
    await page.getByRole('menuitem', { name: '可见范围', exact: true }).click()
    const granting = page.getByRole('dialog', { name: '可见范围：夜班总览', exact: true })
    await granting.getByRole('button', { name: /对谁可见/ }).click()
    await page.getByRole('option', { name: '指定的用户、用户组和角色', exact: true }).click()
    await granting.getByRole('button', { name: '保存', exact: true }).click()
    await expect(granting).toBeHidden()
    await watcher.reload()
    await expect(watcher.getByText('仪表盘不存在或不可见')).toBeVisible()
    expect([...complaints, ...his]).toEqual([])
    await context.close()
    await device.endAsync()
  })

  test('an operator narrows the time of a dashboard, its curve and figures follow, and a reload keeps it', async ({
    page,
  }) => {
    const complaints = complaintsOf(page)
    const device = await system.device('TS0001')
    await send(device, { temperature: 41.5, setpoint: 20, running: true })
    const points = [{ point: 'TS0001.temperature', label: '', better: 'none' }]
    const part = (kind: string, y: number, props: object) => {
      return { control_id: kind, kind, version: 1, x: 20, y, width: 600, height: 200, props }
    }
    const controls = [
      part('key-figures', 20, { points, timeOf: 'dashboard' }),
      part('history-curve', 240, { points: [{ point: 'TS0001.temperature', label: '' }], timeOf: 'dashboard' }),
    ]
    await system.call('admin', '/yun/dashboard', {
      method: 'POST',
      body: { dashboard_name: '温度', template_id: null, document: { version: 1, width: 1120, height: 630, controls } },
    })
    const groups = await system.call<{ group_id: number }[]>('admin', '/yun/dev/group')
    await makeUser(system, 'day_watch', {
      permissions: ['P00000', 'P20000'],
      device_rights: groups.map(({ group_id }) => ({ group_id, may_write: false })),
    })
    await signIn(page, system, 'day_watch', 'dashboard')
    const list = page.locator('sg-dashboards')
    await list.getByRole('button', { name: /温度/ }).first().click()
    await list.getByRole('button', { name: '最近 24 小时', exact: true }).click()
    const hours: number[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.endsWith('/hDev')) return
      hours.push(Math.round((Number(searchParams.get('end')) - Number(searchParams.get('start'))) / HOUR_MS))
    })
    await page.getByRole('button', { name: '最近 1 小时', exact: true }).click()
    await expect(list.getByText('较前一时段').or(list.getByText('无可对比的数据')).first()).toBeVisible()
    // Both of the figures' spans, and the curve.
    await expect.poll(() => hours.filter((span) => span === 1).length).toBeGreaterThanOrEqual(3)
    await expect(page).toHaveURL(/range=hour/)
    await page.reload()
    await expect(list.getByRole('button', { name: '最近 1 小时', exact: true })).toBeVisible()
    // Printed, it is alone on one page.
    const printed = await page.pdf({ format: 'A4', landscape: true })
    expect(printed.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
    expect(complaints).toEqual([])
    await device.endAsync()
  })
})
