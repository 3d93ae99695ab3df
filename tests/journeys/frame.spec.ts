import { expect, System, send, signIn, test } from './system.ts'

test('a lost network is reported once with a single button, also where nothing more can be fetched', async ({
  page,
  context,
  system,
  complaints: _,
}) => {
  await page.route('**/*DialogFrame*', (route) => route.abort())
  await signIn(page, system, 'admin')
  // Nothing is on its way any more.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const prompt = page.getByRole('alertdialog')
  await expect(prompt).toContainText('网络已断开')
  await expect(prompt.getByRole('button')).toHaveCount(1)
  await prompt.getByRole('button').click()
  await expect(prompt).toBeHidden()
  await context.setOffline(false)
  await expect(prompt).toContainText('网络已恢复')
  // Nobody confirms it on a wall.
  await expect(prompt).toBeHidden({ timeout: 30_000 })
})

test('a screen on a wall keeps the line of alarms, whose mark flashes until somebody confirms or stops it', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await send(device, { temperature: 95 })
  await signIn(page, system, 'admin', 'device')
  await page.getByRole('button', { name: '大屏模式', exact: true }).click()
  const line = page.getByRole('banner')
  await expect(line.getByRole('link', { name: /条未结束的报警/ })).toBeVisible()
  await expect(line.getByRole('time')).toHaveText(/^\d\d:\d\d$/)
  await expect(page.getByRole('navigation', { name: '菜单', exact: true })).toHaveCount(0)
  const flashing = () => page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running'))
  await expect.poll(flashing).toBe(true)
  await line.getByRole('button', { name: '退出大屏模式', exact: true }).click()
  await page.getByRole('button', { name: '主题', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: '未确认报警闪烁', exact: true }).click()
  await expect.poll(flashing).toBe(false)
  await send(device, { temperature: 20 })
  await device.endAsync()
  type Open = { rows: { alarm_id: string; sn_code: string }[] }
  const { rows } = await system.call<Open>('admin', '/rAlarmDev?page_size=100')
  for (const { alarm_id } of rows.filter(({ sn_code }) => sn_code === 'TS0001'))
    await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
})

test("the chosen tab of a device is in its address, and outlives a reload and the browser's way back", async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'deviceDetail/WW0001')
  await page.getByRole('tab', { name: '设备日志', exact: true }).click()
  await expect(page).toHaveURL(/tab=log/)
  await page.reload()
  const log = page.getByRole('tab', { name: '设备日志', exact: true })
  await expect(log).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: '首页', exact: true }).first().click()
  await expect(page.locator('sg-home')).toBeVisible()
  await page.goBack()
  await expect(log).toHaveAttribute('aria-selected', 'true')
})

test('the worst open alarm is always in sight, and leads to its device', async ({ page, system, complaints: _ }) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 95 })
  type Open = { rows: { alarm_id: string; alarm_level: number; sn_code: string; alarm_name: string }[] }
  const open = () => system.call<Open>('admin', '/rAlarmDev?page_size=100&sort=-alarm_level')
  await expect.poll(async () => (await open()).rows.some(({ sn_code }) => sn_code === 'TS0001')).toBe(true)
  const { rows } = await open()
  const worst = rows.filter(({ alarm_level }) => alarm_level === rows[0]?.alarm_level)
  const anyOf = (words: string[]) => words.join('|')
  await signIn(page, system, 'admin', 'device')
  const bar = page.getByRole('banner')
  const name = bar.getByRole('link', { name: new RegExp(anyOf(worst.map(({ alarm_name }) => alarm_name))) })
  await expect(bar.getByRole('link', { name: /条未结束的报警/ })).toHaveAttribute('href', /\/info\/realTimeFault$/)
  await expect(page.getByRole('link', { name: /^实时报警 ?\d+$/ })).toBeVisible()
  await name.click()
  await expect(page).toHaveURL(new RegExp(`deviceDetail/(${anyOf(worst.map(({ sn_code }) => sn_code))})\\?tab=alarms`))
  await send(device, { temperature: 20 })
  await device.endAsync()
  for (const { alarm_id } of rows.filter(({ sn_code }) => sn_code === 'TS0001'))
    await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
})

test('a demo that other machines can reach says so on every page, in both languages, and another demo does not', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'operator', 'index')
  const bar = page.locator('.simulation-bar')
  await expect(bar).toHaveCount(0)
  await page.route('**/yun/userInfo', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, demo: 'network' } } })
  })
  for (const path of ['index', 'device']) {
    await page.goto(system.console + path)
    await expect(bar).toHaveText('这是演示：密码人人皆知，且网络中的其他机器可以访问。请勿用于真实设备。')
  }
  await page.evaluate(() => localStorage.setItem('sg-lang', 'en'))
  await page.reload()
  await expect(bar).toHaveText(
    'This is the demo: everybody knows its passwords, and other machines can reach it. Keep real devices off it.',
  )
})

test('while another tab of the browser is in sight, the title counts the critical alarms that wait', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  const rule = { key: 'setpoint', alarm_name: '超出', alarm_level: 5, condition: 'above', threshold: 99 }
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'TS0001', rules: [rule] } })
  await signIn(page, system, 'admin', 'device')
  await expect(page).toHaveTitle(/设备/)
  const waiting = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
  const before = await waiting()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await send(device, { setpoint: 100 })
  // The plant may raise one of its own meanwhile.
  await expect.poll(waiting).toBeGreaterThan(before)
  await send(device, { setpoint: 20 })
  await device.endAsync()
  const most = await waiting()
  const { rows } = await system.call<{ rows: { alarm_id: string }[] }>('admin', '/rAlarmDev?sn_code=TS0001')
  for (const { alarm_id } of rows) await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
  await expect.poll(waiting).toBeLessThan(most)
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'TS0001', rules: [] } })
})

test('the sound of alarms that was turned on goes on where the feed is not the page', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype
    const heard = Object.assign(window, { tones: 0 })
    OscillatorNode.prototype.start = function (...when) {
      heard.tones += 1
      return start.apply(this, when)
    }
  })
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones)
  const device = await system.device('TS0001')
  await signIn(page, system, 'admin', 'info/realTimeFault')
  await page.getByRole('button', { name: '声音与通知', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: '报警声音', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: '首页', exact: true }).first().click()
  await expect(page.locator('sg-home')).toBeVisible()
  await expect(page.locator('sg-alarm-feed[mode=call]')).toHaveAttribute('data-sg-state', /ready|empty/)
  const before = await tones()
  await send(device, { temperature: 95 })
  await expect.poll(tones).toBeGreaterThan(before)
  await send(device, { temperature: 20 })
  await device.endAsync()
  const { rows } = await system.call<{ rows: { alarm_id: string }[] }>('admin', '/rAlarmDev?sn_code=TS0001')
  for (const { alarm_id } of rows) await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
})

test('who is to answer alarms is asked once, beside the button of the sound, whether they are to be heard, and on a wall reads that they are not', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'device')
  const asked = page.getByRole('button', { name: '声音已关闭', exact: true })
  await asked.click()
  await page.getByRole('button', { name: '保持关闭', exact: true }).click()
  await expect(asked).toHaveCount(0)
  await page.reload()
  await expect(page.locator('sg-alarm-feed[mode=call]')).toHaveAttribute('data-sg-state', /ready|empty/)
  await expect(asked).toHaveCount(0)
  await page.getByRole('button', { name: '大屏模式', exact: true }).click()
  await expect(page.getByRole('banner').getByText('声音已关闭')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('sg-choice:alarm-sound'))
  await page.reload()
  await asked.click()
  await page.getByRole('button', { name: '打开声音', exact: true }).click()
  await expect(asked).toHaveCount(0)
  await page.getByRole('button', { name: '声音与通知', exact: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: '报警声音', exact: true })).toBeChecked()
})

test('the keys that do something are listed on a question mark, and not while one is typed', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'device')
  const search = page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first()
  await search.press('?')
  await expect(search).toHaveValue('?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await search.blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('键盘快捷键')
})

test('a new alarm calls on any page by one note that counts and leads to the alarms, and not what was open before', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  const rule = { key: 'setpoint', alarm_name: '设定值过高', alarm_level: 5, condition: 'above', threshold: 99 }
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'TS0001', rules: [rule] } })
  await send(device, { temperature: 20, setpoint: 20 })
  await signIn(page, system, 'admin', 'device')
  const call = page.locator('sg-alarm-feed[mode=call]')
  await expect(call).toHaveAttribute('data-sg-state', 'ready')
  const note = call.locator('.toast')
  await send(device, { setpoint: 100 })
  await expect(note).toContainText('紧急')
  await expect(note).toContainText('设定值过高')
  await send(device, { temperature: 95 })
  await expect(note).toContainText(/紧急\d+ 条新报警，最高：/)
  await expect(note).toHaveCount(1)
  await page.reload()
  await expect(call).toHaveAttribute('data-sg-state', 'ready')
  expect((await note.allTextContents()).join()).not.toContain('设定值过高')
  await send(device, { setpoint: 20 })
  await send(device, { setpoint: 100 })
  await expect(note).toContainText('设定值过高')
  await note.getByRole('button', { name: /^查看/ }).click()
  await expect(page).toHaveURL(/info\/realTimeFault/)
  await expect(note).toHaveCount(0)
  await send(device, { temperature: 20, setpoint: 20 })
  await device.endAsync()
  const { rows } = await system.call<{ rows: { alarm_id: string }[] }>('admin', '/rAlarmDev?sn_code=TS0001')
  for (const { alarm_id } of rows) await system.call('admin', '/rAlarmDev', { method: 'PUT', body: { alarm_id } })
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'TS0001', rules: [] } })
})

test('the menu of a small window is icons whose pages open beside them, until its user wants it open', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, system, 'admin', 'device')
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await expect(menu.getByRole('link')).toHaveCount(3)
  await menu.getByRole('button', { name: '团队管理', exact: true }).press('Enter')
  await expect(page.getByRole('menuitem', { name: '用户组', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/team\/user$/)
  // The focus comes back with a tooltip of its own, which would replace that of a hover before it.
  await expect(page.getByRole('tooltip')).toHaveText('团队管理')
  // The first move after a key belongs to no hover.
  await page.mouse.move(600, 400)
  await menu.getByRole('link', { name: '首页', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('首页')
  await menu.getByRole('button', { name: '设备管理', exact: true }).click()
  await page.getByRole('menuitem', { name: '虚拟设备', exact: true }).click()
  await expect(page).toHaveURL(/virtualDevice$/)
  await menu.getByRole('button', { name: '展开菜单', exact: true }).click()
  await page.reload()
  await expect(menu.getByRole('link', { name: '虚拟设备', exact: true })).toBeVisible()
})

test('the page in sight is seen in the menu after a reload, and a section stays folded', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 560 })
  await signIn(page, system, 'admin', 'system/escalation')
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const current = menu.getByRole('link', { name: '报警升级', exact: true })
  await expect(current).toBeInViewport({ ratio: 1 })
  await menu.getByRole('button', { name: '团队管理', exact: true }).click()
  await menu.getByRole('button', { name: '展开或收起“设备管理”', exact: true }).click()
  await page.reload()
  await expect(current).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('link', { name: '用户管理', exact: true })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: '虚拟设备', exact: true })).toHaveCount(0)
  await menu.getByRole('button', { name: '团队管理', exact: true }).click()
  await expect(menu.getByRole('link', { name: '用户管理', exact: true })).toBeVisible()
})

test('tabs carry the names of what is open, the open one is in sight, and a list has all that do not fit', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const tabs = page.getByRole('navigation', { name: '已打开的页面', exact: true })
  const { dev_alias } = await system.call<{ dev_alias: string }>('admin', '/dev/basic?sn_code=TS0001')
  await expect(tabs.getByRole('link', { name: `${dev_alias} · 实时数据`, exact: true })).toBeVisible()
  await expect(page).toHaveTitle(`${dev_alias} · 实时数据 · Sightglass`)
  await page.getByRole('tab', { name: '历史列表', exact: true }).click()
  await expect(tabs.getByRole('link', { name: `${dev_alias} · 历史列表`, exact: true })).toBeVisible()
  const all = tabs.getByRole('button', { name: /全部已打开的页面/ })
  await expect(all).toHaveCount(0)
  const paths = [
    'info/alarmHistory',
    'info/alarmKpi',
    'device',
    'device/devDashboard',
    'team/user',
    'team/role',
    'info/push',
    'info/systemMsg',
    'team/audit',
    'system/shareLink',
  ]
  for (const path of paths) {
    await page.goto(system.console + path)
    // It is a tab once its user's rights are known.
    await expect(tabs.locator('[data-current]')).toBeVisible()
  }
  await expect(tabs.locator('[data-current]')).toBeInViewport({ ratio: 1 })
  await all.click()
  await page.getByRole('menuitem', { name: `${dev_alias} · 历史列表`, exact: true }).click()
  await expect(page.locator('sg-device-monitor')).toBeVisible()
  await expect(tabs.locator('[data-current]')).toBeInViewport({ ratio: 1 })
  await expect(tabs.locator('[data-current]')).toContainText(dev_alias)
})

test.describe('the line of alarms', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  test.beforeAll(() => system.start())
  test.afterAll(() => system.remove())

  test('the line of alarms names the worst alarm whole, at a desk and on a wall, however many levels are open', async ({
    page,
  }) => {
    const rule = { key: 'discharge_pressure', condition: 'above', threshold: 0.01 }
    const rules = [1, 2, 3, 4, 5].map((alarm_level) => ({
      ...rule,
      alarm_level,
      alarm_name: `出口压力高于上限第 ${alarm_level} 级，备用泵未起动`,
    }))
    const give = () => system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: 'WW0001', rules } })
    // The plant brings its device after the server is there.
    await expect(give).toPass()
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, system, 'admin')
    const name = page.getByRole('banner').getByText('出口压力高于上限第 5 级，备用泵未起动', { exact: true })
    const isWhole = () => name.evaluate(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth)
    await expect(page.getByRole('banner').getByRole('link', { name: /紧急 1，高 1，中 1，低 1，提示 1/ })).toBeVisible()
    await expect.poll(isWhole).toBe(true)
    await page.getByRole('button', { name: '大屏模式', exact: true }).click()
    await expect.poll(isWhole).toBe(true)
  })
})

test('a screen on a wall has the place of its list, which opens over it by a button', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, system, 'admin', 'configureMonitor')
  const devices = page.getByRole('treeitem')
  await expect(devices.first()).toBeVisible()
  await page.getByRole('button', { name: '大屏模式', exact: true }).click()
  await expect(devices).toHaveCount(0)
  await page.getByRole('button', { name: '设备列表', exact: true }).click()
  await expect(devices.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(devices).toHaveCount(0)
  await page.getByRole('button', { name: '退出大屏模式', exact: true }).click()
  await expect(devices.first()).toBeVisible()
})

test('the other places of a phone are listed from the first one on, each with its own sign', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, system, 'admin', 'device')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  const places = page.getByRole('menuitemcheckbox').or(page.getByRole('menuitem'))
  await expect(places.first()).toBeInViewport()
  const signs = await places.locator('.icon path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  expect(signs.filter((sign, at) => signs.indexOf(sign) !== at)).toEqual([])
})

test('the frame of the console stands while the rights of its user are on their way', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'device')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/yun/userInfo*', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: '主题', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '菜单', exact: true })).toBeVisible()
  await expect(page.locator('sg-device-list')).toHaveCount(0)
  answer()
  await expect(page.locator('sg-device-list')).toBeVisible()
})

test('whoever has typed something on a page is asked before a link, a tab, Back or a reload takes it away', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'index')
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await menu.getByRole('link', { name: '角色管理', exact: true }).click()
  await page.getByRole('button', { name: '新建角色', exact: true }).first().click()
  const name = page.getByRole('textbox', { name: '角色名称 *', exact: true })
  await name.fill('half')
  const asked = page.getByRole('dialog', { name: '放弃未保存的更改？', exact: true })
  const leavings = [
    () => menu.getByRole('link', { name: '首页', exact: true }).click(),
    () => page.getByRole('button', { name: '关闭“角色管理”', exact: true }).click(),
    () => page.evaluate(() => history.back()),
  ]
  for (const leave of leavings) {
    await leave()
    await asked.getByRole('button', { name: '取消', exact: true }).click()
    await expect(asked).toBeHidden()
    await expect(name).toHaveValue('half')
  }
  let isReloadAsked = false
  page.once('dialog', (dialog) => {
    isReloadAsked = dialog.type() === 'beforeunload'
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => isReloadAsked).toBe(true)
  await menu.getByRole('link', { name: '首页', exact: true }).click()
  await asked.getByRole('button', { name: '放弃更改', exact: true }).click()
  await expect(page).toHaveURL(/\/index$/)
})
