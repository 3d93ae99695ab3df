import { expect, send, signIn, test } from './system.ts'

test('a point of one device is given another name and unit that open pages show, is hidden, removed and put back', async ({
  page,
  system,
  complaints: _,
  context,
}) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 20 })
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const open = await context.newPage()
  await open.goto(`${system.console}deviceDetail/TS0001`)
  const [monitor, elsewhere] = [page.locator('sg-device-monitor'), open.locator('sg-device-monitor')]
  await expect(elsewhere.getByRole('row', { name: /温度/ })).toContainText('20')

  await monitor.getByRole('button', { name: '变量设置', exact: true }).click()
  const points = page.getByRole('dialog', { name: '变量设置：测试台', exact: true })
  const formOf = async (name: string) => {
    await points.getByRole('row', { name: new RegExp(name) }).click()
    return page.getByRole('dialog', { name: `变量：${name}`, exact: true })
  }
  let form = await formOf('温度')
  await form.getByRole('textbox', { name: /^名称/ }).fill('炉温')
  await form.getByRole('textbox', { name: '单位', exact: true }).fill('K')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(points.getByRole('row', { name: /炉温/ })).toContainText('与模板不同')
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toContainText('20')
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toContainText('K')

  form = await formOf('炉温')
  await form.getByRole('checkbox', { name: '在列表中隐藏', exact: true }).check({ force: true })
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(points.getByRole('row', { name: /炉温/ })).toContainText('已隐藏')
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toHaveCount(0)

  form = await formOf('炉温')
  await form.getByRole('checkbox', { name: '在列表中隐藏', exact: true }).uncheck({ force: true })
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toBeVisible()

  form = await formOf('炉温')
  await form.getByRole('button', { name: '移除', exact: true }).click()
  await expect(points.getByRole('row', { name: /炉温/ })).toContainText('已移除')
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toHaveCount(0)

  form = await formOf('炉温')
  await form.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(elsewhere.getByRole('row', { name: /炉温/ })).toBeVisible()
  form = await formOf('炉温')
  for (const name of ['名称', '单位']) {
    const field = form.locator('.own-point-field', { has: page.getByRole('textbox', { name: new RegExp(`^${name}`) }) })
    await field.getByRole('button', { name: '改用模板的值', exact: true }).click()
  }
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(elsewhere.getByRole('row', { name: /温度/ })).toContainText('20')
  await device.endAsync()
})
