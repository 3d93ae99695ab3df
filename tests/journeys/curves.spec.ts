import { DAY_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { expect, oneIn, send, signIn, test } from './system.ts'

const SIZES = { 390: 844, 1440: 900 } as const

for (const width of oneIn(2, [1440, 390] as const)) {
  test(`curves are compared with the day before and with another device, and the comparison is in the address, at ${width} pixels`, async ({
    page,
    system,
    complaints: _,
  }) => {
    const device = await system.device('TS0001')
    const now = Date.now()
    // Also for the minutes that this journey may take.
    const yesterday = Array.from({ length: 21 }, (_none, at) => ({
      ts: now - DAY_MS + (at - 10) * MINUTE_MS,
      values: { temperature: 35 },
    }))
    await send(device, { temperature: 21 }, now - MINUTE_MS)
    await device.publishAsync('v1/devices/TS0001/telemetry', JSON.stringify(yesterday), { qos: 1 })
    await send(device, { temperature: 22 })
    await page.setViewportSize({ width, height: SIZES[width] })
    await signIn(page, system, 'manager', 'deviceDetail/TS0001')
    const monitor = page.locator('sg-device-monitor')
    await monitor.getByRole('row', { name: /温度/ }).click()
    const curves = monitor.getByRole('img', { name: /^历史曲线 测试台/ })
    const legend = monitor.getByRole('listitem')
    await expect(curves).toHaveAttribute('aria-label', /温度/)
    await monitor.getByRole('button', { name: /^最近 24 小时/ }).click()
    await page.getByRole('button', { name: '最近 1 小时', exact: true }).click()

    await monitor.getByRole('button', { name: /^不对比/ }).click()
    await page.getByRole('option', { name: '前一天', exact: true }).click()
    await expect(legend.filter({ hasText: '温度（前一天）' })).toContainText('35.0')
    await expect(page).toHaveURL(/earlier=day(&|$)/)

    await monitor.getByRole('button', { name: '对比设备', exact: true }).click()
    const choice = page.getByRole('dialog', { name: '对比设备', exact: true })
    await choice.getByRole('searchbox').fill('WW0002')
    const alike = choice.getByRole('list', { name: '有相同变量', exact: true })
    await alike.getByRole('button', { name: /WW0002/ }).click()
    await expect(alike.getByRole('button', { name: /WW0002/ })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(choice).toBeHidden()
    const tank = legend.filter({ hasText: /· .*温/ })
    await expect(tank).toContainText(/\d\.\d\s*°C/)
    await expect(page).toHaveURL(/compare=WW0002(&|$)/)

    // Whoever is given the address sees the same.
    await page.reload()
    await expect(legend.filter({ hasText: '温度（前一天）' })).toContainText('35.0')
    await expect(tank).toContainText(/\d\.\d\s*°C/)
    await expect(curves).toHaveAttribute('aria-label', /温度（前一天）.*·/)

    await monitor.getByRole('button', { name: /^不再与/ }).click()
    await expect(tank).toHaveCount(0)
    await monitor.getByRole('button', { name: /^前一天/ }).click()
    await page.getByRole('option', { name: '不对比', exact: true }).click()
    await expect(legend.filter({ hasText: '前一天' })).toHaveCount(0)
    await expect(curves).toHaveAttribute('aria-label', /温度/)
    expect(new URL(page.url()).search).not.toMatch(/earlier|compare/)
    await device.endAsync()
  })
}
