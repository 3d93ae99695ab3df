import { complaintsOf, expect, System, send, signIn, test } from './system.ts'

test('a device is offered to another organisation, which accepts it: it reports there, and the old side has lost it', async ({
  page,
  browser,
}) => {
  // A server of its own: others count on their device.
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    const device = await system.device('TS0001')
    await send(device, { temperature: 41 })
    await signIn(page, system, 'admin', 'device?search=TS0001')
    const list = page.locator('sg-device-list')
    await list.getByRole('button', { name: '测试台 的操作', exact: true }).click()
    await page.getByRole('menuitem', { name: '转移…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /转移给/ }).click()
    await page.getByRole('option', { name: '其他组织的用户', exact: true }).click()
    await dialog.getByRole('textbox', { name: /对方的用户名/ }).fill('rival')
    await dialog.getByText('变量（含名称）及其历史数据一并转移').click()
    await dialog.getByRole('button', { name: '发起转移', exact: true }).click()
    await expect(dialog).toHaveCount(0)

    const theirs = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const theirComplaints = complaintsOf(theirs)
    await signIn(theirs, system, 'rival', 'device?show=offers')
    const offers = theirs.locator('sg-device-list')
    await expect(offers.getByRole('row', { name: /TS0001/ })).toBeVisible()
    await expect(offers.getByText('测试台')).toHaveCount(0)
    const closed = new Promise<void>((resolve) => device.once('close', resolve))
    await offers.getByRole('button', { name: '接受', exact: true }).click()
    const accepting = theirs.getByRole('dialog')
    await accepting.getByRole('textbox', { name: /名称/ }).fill('接收的台')
    await accepting.getByRole('button', { name: /分组/ }).click()
    await theirs.getByRole('option').first().click()
    await accepting.getByRole('button', { name: '接受', exact: true }).click()
    await expect(offers.getByText('已接受 TS0001')).toBeVisible()
    await closed
    await device.endAsync(true)

    const again = await system.device('TS0001')
    await send(again, { temperature: 52 })
    await theirs.goto(`${system.console}deviceDetail/TS0001`)
    const monitor = theirs.locator('sg-device-monitor')
    await expect(monitor.getByText('接收的台').first()).toBeVisible()
    await expect(monitor.getByText('52').first()).toBeVisible()
    await page.goto(`${system.console}deviceDetail/TS0001`)
    await expect(page.locator('sg-device-monitor').getByText('110509')).toBeVisible()
    expect([...complaints, ...theirComplaints]).toEqual([])
    await theirs.close()
    await again.endAsync()
  } finally {
    await system.remove()
  }
})
