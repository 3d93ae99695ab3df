import { expect, send, signIn, test } from './system.ts'

test('a device that reports where it is moves on the map, its track is played, and another one is placed and taken back', async ({
  page,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  const points = ['lat', 'lng', 'speed', 'heading'].map((key) => ({ key, name: key, data_type: 'number' }))
  await system.call('admin', '/dev/points', { method: 'POST', body: { sn_code: 'TS0001', points } })
  await send(device, { lat: 31.2304, lng: 121.4737, speed: 40, heading: 90 })
  await signIn(page, system, 'admin', 'device/devGPS?sn=TS0001')
  const map = page.locator('sg-device-map')
  const card = map.getByRole('region', { name: '测试台', exact: true })
  await expect(card).toContainText('31.23040, 121.47370')
  await send(device, { lat: 31.24, lng: 121.48, speed: 42, heading: 45 })
  await expect(card).toContainText('31.24000, 121.48000')

  await card.getByRole('button', { name: '轨迹', exact: true }).click()
  await expect(map.getByRole('slider', { name: '播放位置', exact: true })).toBeVisible()
  await expect(map.getByRole('button', { name: /播放速度/ })).toBeVisible()
  await map.getByRole('button', { name: '返回地图', exact: true }).click()

  const list = map.getByRole('listbox', { name: '设备列表', exact: true })
  await list.getByRole('option').filter({ hasText: '无位置' }).first().click()
  await map.getByRole('button', { name: '放置到地图', exact: true }).click()
  await map.getByRole('button', { name: '保存位置', exact: true }).click()
  await expect(map.getByText(/^已放置 /)).toBeVisible()
  await expect(map.getByText('人工放置', { exact: true })).toBeVisible()
  await map.getByRole('button', { name: '撤销', exact: true }).click()
  await expect(map.getByText('人工放置', { exact: true })).toHaveCount(0)
  await device.endAsync()
})
