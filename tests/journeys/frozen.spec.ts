import { kill } from 'node:process'
import { expect, send, signIn, test } from './system.ts'

test('a page that stood still shows what came meanwhile as soon as it goes on, and stays live', async ({
  page,
  browser,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const monitor = page.locator('sg-device-monitor')
  const temperature = monitor.getByRole('row', { name: /Temperature|温度/ })
  await send(device, { temperature: 41.4 })
  await expect(temperature).toContainText('41.4')

  // As a browser freezes pages in the background: no timer, no frame, no message of its socket.
  const all = await browser.newBrowserCDPSession()
  const { processInfo } = await all.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  expect(renderers.length).toBeGreaterThan(0)
  for (const pid of renderers) kill(pid, 'SIGSTOP')
  const answer = page.evaluate(() => 'it runs')
  try {
    await send(device, { temperature: 42.5 })
    // The server has it, and the page stands still.
    await expect
      .poll(async () => {
        const { values } = await system.call<{ values: { key: string; value: unknown }[] }>(
          'admin',
          '/rDev?sn_code=TS0001',
        )
        return values.find(({ key }) => key === 'temperature')?.value
      })
      .toBe(42.5)
    expect(await Promise.race([answer, 'it stands still'])).toBe('it stands still')
  } finally {
    for (const pid of renderers) kill(pid, 'SIGCONT')
  }
  await expect(temperature).toContainText('42.5')
  await send(device, { temperature: 43.6 })
  await expect(temperature).toContainText('43.6')
  await expect(monitor).toHaveAttribute('data-sg-state', 'ready')
  await device.endAsync()
})
