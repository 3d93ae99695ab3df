import { test } from 'playwright/test'
import { startTestBroker } from '../server/broker.ts'
import { expect, System, signIn } from './system.ts'

test('the console says on every page that nothing comes from devices, and that it is over', async ({ page }) => {
  const broker = await startTestBroker()
  const system = new System({ DEMO: 'on', MQTT_URL: broker.url, DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    await signIn(page, system, 'admin', 'device')
    const line = page.getByRole('banner').getByRole('status').last()
    await expect(line).toHaveText('实时')
    await broker.breakDown()
    await expect(line).toHaveText('设备失联')
    await broker.restart()
    await expect(line).toHaveText('实时')
  } finally {
    await system.remove()
    await broker.stop()
  }
})
