import { test as bare } from 'playwright/test'
import { complaintsOf, expect, System, send, signIn } from './system.ts'

bare(
  'a server that is killed and comes back loses no acknowledged reading, and open pages find it again',
  async ({ page }) => {
    const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
    try {
      await system.start()
      const complaints = complaintsOf(page)
      const device = await system.device('TS0001')
      await signIn(page, system, 'admin', 'deviceDetail/TS0001')
      const monitor = page.locator('sg-device-monitor')
      const row = monitor.getByRole('row', { name: /温度/ })
      const began = Date.now()
      for (let n = 0; n < 20; n += 1) await send(device, { temperature: n }, began + n)
      await expect(row).toContainText('19.0')
      await system.stop('SIGKILL')
      await expect(monitor.getByText(/连接中断/)).toBeVisible()

      await system.start()
      const { rows } = await system.call<{ rows: unknown[][] }>(
        'admin',
        `/hDev?sn_code=TS0001&key=temperature&start=${began}&end=${began + 20}`,
      )
      expect(rows.map(([, value]) => value)).toEqual(Array.from({ length: 20 }, (_, n) => n))
      await expect(monitor.getByText(/连接中断/)).toBeHidden()
      await send(device, { temperature: 55.5 })
      await expect(row).toContainText('55.5')
      expect(complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([])
      await device.endAsync(true)
      expect(await system.stop('SIGTERM')).toBe(0)
    } finally {
      await system.remove()
    }
  },
)
