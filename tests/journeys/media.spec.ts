import { readFileSync } from 'node:fs'
import { expect, publishedScreen, System, signIn, test } from './system.ts'

const ALLOWED = { MEDIA_HOSTS: 'https://cameras.example', FRAME_HOSTS: 'https://wiki.example' }
const control = (control_id: string, kind: string, y: number, props: object) => ({
  control_id,
  kind,
  version: 1,
  name: control_id,
  x: 20,
  y,
  width: 400,
  height: 120,
  props,
})
const DOCUMENT = {
  version: 1,
  width: 480,
  height: 1000,
  controls: [
    control('page', 'web-page', 10, { url: 'https://wiki.example/pump' }),
    control('picture', 'camera', 140, {
      shows: 'pictures',
      pictureUrl: 'https://cameras.example/gate.png',
      everyS: 60,
    }),
    control('stream', 'video', 270, { url: 'https://cameras.example/gate.flv', isAutoplay: true, isMuted: true }),
    control('otherPage', 'web-page', 400, { url: 'https://elsewhere.example/' }),
    control('otherPicture', 'camera', 530, { shows: 'pictures', pictureUrl: 'https://elsewhere.example/1.png' }),
    control('otherStream', 'video', 660, { url: 'https://elsewhere.example/1.flv', isAutoplay: true, isMuted: true }),
  ],
}
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const STREAM = readFileSync(new URL('../elements/media/stream.flv', import.meta.url))

test('the console shows media and pages of the hosts that its settings allow, and says of others who can allow them', async ({
  page,
}) => {
  const system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '0', ...ALLOWED })
  try {
    await system.start()
    const { screen_id } = await publishedScreen(system, '媒体画面', DOCUMENT)
    // The machines of the plant; a request that the policy forbids comes to none of them.
    const hosts: string[] = []
    await page.route(/^https:\/\/[a-z]+\.example\//, (route) => {
      const { host, pathname } = new URL(route.request().url())
      hosts.push(host)
      const headers = { 'access-control-allow-origin': '*' }
      if (pathname.endsWith('.png')) return route.fulfill({ headers, contentType: 'image/png', body: PICTURE })
      if (pathname.endsWith('.flv')) return route.fulfill({ headers, contentType: 'video/x-flv', body: STREAM })
      return route.fulfill({ contentType: 'text/html', body: '<h1>Pump</h1>' })
    })
    await signIn(page, system, 'admin', `configureMonitor?sn=TS0001&screen=${screen_id}`)
    const screen = page.locator('sg-screen-monitor')
    await expect(screen.locator('iframe[src^="https://wiki.example"]').contentFrame().getByText('Pump')).toBeVisible()
    await expect(screen.locator('img[src^="https://cameras.example/gate.png"]')).toBeVisible()
    await expect(screen.locator('video[data-shown]')).toBeVisible()
    await expect(screen.getByText('页面安全策略不允许 elsewhere.example')).toHaveCount(3)
    await expect(screen.getByText('FRAME_HOSTS')).toHaveCount(1)
    await expect(screen.getByText('MEDIA_HOSTS')).toHaveCount(2)
    expect(hosts).not.toContain('elsewhere.example')
  } finally {
    await system.remove()
  }
})
