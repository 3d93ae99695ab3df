import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { expect, publishedScreen, type System, send, signIn, test } from './system.ts'

const control = (control_id: string, kind: string, more: object) => ({
  control_id,
  kind,
  version: 1,
  name: control_id,
  x: 20,
  width: 200,
  height: 48,
  ...more,
})
const DOCUMENT = {
  version: 1,
  width: 480,
  height: 320,
  controls: [
    control('temperature', 'value', {
      y: 20,
      props: { label: '温度' },
      bindings: { value: { expression: 'temperature' } },
    }),
    control('setpoint', 'input', {
      y: 80,
      props: { writes: 'setpoint' },
      bindings: { value: { expression: 'setpoint' } },
    }),
    control('running', 'switch', {
      y: 140,
      props: { writes: 'running', confirm: true },
      bindings: { value: { expression: 'running' } },
    }),
    control('detail', 'button', {
      y: 200,
      props: { text: '详情' },
      events: [{ on: 'click', actions: [{ does: 'pop_up', screen_id: 0 }] }],
    }),
  ],
}

/** The test stand, which carries out its commands. */
async function stand(system: System) {
  const device = await system.device('TS0001')
  await device.subscribeAsync('v1/devices/TS0001/command', { qos: 1 })
  device.on('message', async (_topic, payload) => {
    const { id, key, value } = JSON.parse(String(payload))
    await device.publishAsync(`v1/devices/TS0001/command/${id}/reply`, JSON.stringify({ status: 'done' }), { qos: 1 })
    await send(device, { [key]: value })
  })
  return device
}

test('a screen shows what its device sends, writes what a person confirms, and shows what the device then says', async ({
  page,
  system,
  complaints: _,
}) => {
  const { screen_id } = await publishedScreen(system, '实时画面', DOCUMENT)
  const device = await stand(system)
  await send(device, { temperature: 21.5, setpoint: 10, running: false })
  await signIn(page, system, 'admin', `configureMonitor?sn=TS0001&screen=${screen_id}`)
  const shown = (name: string) => page.locator(`sg-screen-monitor [data-control="${name}"]`)
  await expect(shown('temperature')).toHaveAttribute('aria-label', /21\.5/)
  await send(device, { temperature: 33.25 })
  await expect(shown('temperature')).toHaveAttribute('aria-label', /33\.3/)

  await expect(shown('running')).toHaveAttribute('aria-checked', 'false')
  await shown('running').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '写入', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('已完成')
  await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(shown('running')).toHaveAttribute('aria-checked', 'true')
  await device.endAsync()
})

test('a value of a screen opens what is known of its point, and leads to its device, which leads back to the screen', async ({
  page,
  system,
  complaints: _,
}) => {
  const { screen_id } = await publishedScreen(system, '详情画面', DOCUMENT)
  const device = await stand(system)
  await send(device, { temperature: 21.5, setpoint: 10, running: false })
  await signIn(page, system, 'admin', `configureMonitor?sn=TS0001&screen=${screen_id}`)
  const shown = page.locator('sg-screen-monitor [data-control="temperature"]')
  await expect(shown).toHaveAttribute('aria-label', /21\.5/)
  await shown.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem')).toContainText(['详情', '曲线', '设备', '报警', '报警规则'])
  await page.getByRole('menuitem', { name: '详情', exact: true }).click()
  const faceplate = page.locator('.faceplate')
  await expect(faceplate).toContainText('21.5')
  await page.keyboard.press('Escape')
  await expect(faceplate).toHaveCount(0)
  await expect(shown).toBeFocused()
  await page.keyboard.press('Enter')
  await faceplate.getByRole('button', { name: '设备', exact: true }).click()
  await expect(page).toHaveURL(/deviceDetail\/TS0001/)
  await page.getByRole('button', { name: '组态画面', exact: true }).click()
  await expect(page).toHaveURL(/configureMonitor\?sn=TS0001/)
  await device.endAsync()
})

test('the past of a screen is played on the same screen, and leads back to now', async ({
  page,
  system,
  complaints: _,
}) => {
  const { screen_id } = await publishedScreen(system, '回放画面', DOCUMENT)
  const device = await stand(system)
  const now = Date.now()
  await send(device, { temperature: 11, setpoint: 1 }, now - 40 * MINUTE_MS)
  await send(device, { temperature: 77 }, now)
  await signIn(page, system, 'admin', `configureMonitor?sn=TS0001&screen=${screen_id}`)
  const temperature = page.locator('sg-screen-monitor [data-control="temperature"]')
  await expect(temperature).toHaveAttribute('aria-label', /77/)
  await page.getByRole('button', { name: '历史回放', exact: true }).click()
  const slider = page.getByRole('slider', { name: '时刻', exact: true })
  await slider.fill(String(now - 30 * MINUTE_MS))
  await expect(temperature).toHaveAttribute('aria-label', /11/)
  // Nothing says that this is now.
  await expect(page.locator('.top-bar .line')).toHaveText('回放历史')
  await expect(page.locator('sg-screen-monitor').getByText('此处的报警标记为当前报警')).toBeVisible()
  await page.getByRole('button', { name: '返回实时', exact: true }).click()
  await expect(temperature).toHaveAttribute('aria-label', /77/)
  await expect(page.locator('.top-bar .line')).toHaveText('实时')
  await device.endAsync()
})

test('a share link shows the screen to whoever has it, with its password alone, and goes dark when it is revoked', async ({
  page,
  browser,
  system,
  complaints: _,
}) => {
  const { screen_id } = await publishedScreen(system, '分享画面', DOCUMENT)
  const device = await stand(system)
  await send(device, { temperature: 44 })
  await signIn(page, system, 'admin', `configureMonitor?sn=TS0001&screen=${screen_id}`)
  await page.getByRole('button', { name: '分享', exact: true }).click()
  await page.getByLabel('访问密码').fill('water1')
  const fields = page.getByRole('dialog').locator('.field')
  const widths = await fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().width))
  expect(new Set(widths).size).toBe(1)
  await page.getByRole('button', { name: '生成链接', exact: true }).click()
  const href = await page.getByLabel('链接', { exact: true }).inputValue()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(href)
  await visitor.locator('input[type=password]').fill('wrong1')
  await visitor.getByRole('button', { name: '打开', exact: true }).click()
  await expect(visitor.getByText('密码错误')).toBeVisible()
  await visitor.locator('input[type=password]').fill('water1')
  await visitor.getByRole('button', { name: '打开', exact: true }).click()
  const temperature = visitor.locator('[data-control="temperature"]')
  await expect(temperature).toHaveAttribute('aria-label', /44/)
  await send(device, { temperature: 45.5 })
  await expect(temperature).toHaveAttribute('aria-label', /45\.5/)
  // Whether it is now, and how old it is, is said there too.
  await expect(visitor.locator('.shared-live')).toHaveText(/实时.*最新数据/)

  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect(page.getByText('已失效')).toBeVisible()
  await expect(temperature).toHaveCount(0)
  await expect(visitor.getByRole('alert')).toBeVisible()
  await visitor.context().close()
  await device.endAsync()
})
