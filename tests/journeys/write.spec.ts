import { makeUser } from './make-user.ts'
import { expect, send, signIn, test } from './system.ts'

/** A controller that carries out its commands, or does what a test wants instead. */
async function controller(
  system: Parameters<typeof signIn>[1],
  obeys: (value: unknown) => Record<string, unknown> | null,
) {
  const device = await system.device('TS0001')
  await device.subscribeAsync('v1/devices/TS0001/command', { qos: 1 })
  device.on('message', async (_topic, payload) => {
    const { id, key, value } = JSON.parse(String(payload))
    const answer = obeys(value)
    if (!answer) return
    const topic = `v1/devices/TS0001/command/${id}/reply`
    await device.publishAsync(topic, JSON.stringify({ status: 'acknowledged' }), { qos: 1 })
    await device.publishAsync(topic, JSON.stringify(answer), { qos: 1 })
    if (answer.status === 'done') await send(device, { [key]: value })
  })
  await send(device, { setpoint: 10, temperature: 20, running: false })
  return device
}

test('a setpoint is written, the device does it, and the record says who, from and to', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await controller(system, () => ({ status: 'done' }))
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const monitor = page.locator('sg-device-monitor')
  const row = monitor.getByRole('row', { name: /设定/ })
  await expect(row).toContainText('10')
  await row.getByRole('button', { name: /写入/ }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  const write = page
    .getByRole('dialog')
    .getByRole('button', { name: /写入|发送/ })
    .last()
  await field.fill('420')
  await expect(page.getByRole('dialog')).toContainText('100')
  await expect(write).toBeDisabled()
  await field.fill('42')
  await write.click()
  await expect(row).toContainText('42')
  await page.keyboard.press('Escape')
  await monitor.getByRole('tab', { name: '操作记录', exact: true }).click()
  const record = monitor.getByRole('row', { name: /42/ }).first()
  await expect(record).toContainText('admin')
  await expect(record).toContainText('10')
  await device.endAsync()
})

test('a write that the device refuses leaves the value alone and shows its reason', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await controller(system, () => ({ status: 'failed', reason: 'interlock open' }))
  await signIn(page, system, 'admin', 'deviceDetail/TS0001?tab=operations')
  const { id } = await system.call<{ id: string }>('admin', '/dev/controls', {
    method: 'POST',
    body: { sn_code: 'TS0001', key: 'setpoint', value: 77 },
  })
  await expect
    .poll(async () => (await system.call<{ status: string }>('admin', `/dev/controls?id=${id}`)).status)
    .toBe('failed')
  const monitor = page.locator('sg-device-monitor')
  await monitor.getByRole('tab', { name: '操作记录', exact: true }).click()
  await expect(monitor.getByRole('row', { name: /77/ }).first()).toContainText('interlock open')
  await monitor.getByRole('tab', { name: '实时数据', exact: true }).click()
  await expect(monitor.getByRole('row', { name: /设定/ })).toContainText('10')
  await device.endAsync()
})

test('a write that nobody answers is shown as timed out', async ({ system }) => {
  const device = await controller(system, () => null)
  const { id } = await system.call<{ id: string }>('admin', '/dev/controls', {
    method: 'POST',
    body: { sn_code: 'TS0001', key: 'running', value: true },
  })
  await expect
    .poll(async () => (await system.call<{ status: string }>('admin', `/dev/controls?id=${id}`)).status)
    .toBe('timeout')
  await device.endAsync()
})

test('who may not write sees no way to, and the server refuses it', async ({ page, system, complaints: _ }) => {
  const user_name = 'reader'
  const groups = await system.call<{ group_id: number }[]>('admin', '/yun/dev/group')
  await makeUser(system, user_name, {
    permissions: ['P00000', 'P10000', 'P30000', 'P30400', 'P100000'],
    device_rights: groups.map(({ group_id }) => ({ group_id, may_write: false })),
  })
  await signIn(page, system, user_name)
  const { rows } = await system.call<{ rows: { sn_code: string; may_write: boolean }[] }>(user_name, '/dev?page=1')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ may_write }) => !may_write)).toBe(true)
  const sn_code = rows[0]?.sn_code
  await page.goto(`${system.console}deviceDetail/${sn_code}`)
  await expect(page.locator('sg-device-monitor').getByRole('tab').first()).toBeVisible()
  await expect(page.locator('sg-device-monitor').getByRole('button', { name: /写入/ })).toHaveCount(0)
  await expect(
    system.call(user_name, '/dev/controls', { method: 'POST', body: { sn_code, key: 'setpoint', value: 1 } }),
  ).rejects.toThrow(/110539|100006/)
})
