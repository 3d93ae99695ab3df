import { readFileSync } from 'node:fs'
import { complaintsOf, expect, System, signIn, test } from './system.ts'

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const STREAM = readFileSync(new URL('../elements/media/stream.flv', import.meta.url))

test('a name, a colour and a logo are previewed, saved, and seen on another open page and on the sign-in page', async ({
  browser,
  page,
}) => {
  const system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '0', SIGN_IN_HOSTS: '*=1' })
  try {
    await system.start()
    const complaints = complaintsOf(page)
    const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await signIn(other, system, 'operator', 'index')
    const menuOf = (of: typeof page) => of.locator('.side-menu-brand')
    await expect(menuOf(other)).toContainText('Sightglass')

    await signIn(page, system, 'admin', 'system/personalization')
    const settings = page.locator('sg-organisation-settings')
    await settings.getByLabel('产品名称', { exact: true }).fill('滨江水务')
    await settings.getByLabel('主色', { exact: true }).fill('#7a1f5c')
    await settings
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
    const preview = settings.getByRole('region', { name: '预览', exact: true })
    await expect(preview.getByText('滨江水务')).toHaveCount(2)
    await expect(preview.locator('img')).toHaveCount(2)
    // Nothing counts before it is saved.
    await expect(menuOf(page)).toContainText('Sightglass')
    await settings.getByRole('button', { name: '保存', exact: true }).click()

    for (const open of [page, other]) {
      await expect(menuOf(open)).toContainText('滨江水务')
      await expect(menuOf(open).locator('img')).toBeVisible()
      await expect(open).toHaveTitle(/· 滨江水务$/)
    }
    const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--sg-accent')
    expect(await other.evaluate(accent)).toContain('#7a1f5c')

    const stranger = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await stranger.goto(`${system.console}login`)
    await expect(stranger.locator('.plain-page-brand')).toContainText('滨江水务')
    await expect(stranger.locator('.plain-page-brand img')).toBeVisible()
    expect(complaints).toEqual([])
  } finally {
    await system.remove()
  }
})

test('an organisation allows hosts of its own, and its screens show media of these after the console is loaded anew', async ({
  page,
}) => {
  const system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '0' })
  try {
    await system.start()
    await page.route(/^https:\/\/cameras\.example\//, (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, contentType: 'video/x-flv', body: STREAM }),
    )
    const reach = () =>
      page.evaluate(() =>
        fetch('https://cameras.example/gate.flv').then(
          (reply) => reply.ok,
          () => false,
        ),
      )
    await signIn(page, system, 'admin', 'system/personalization')
    const settings = page.locator('sg-organisation-settings')
    await settings.getByLabel('视频与图片', { exact: true }).waitFor()
    expect(await reach()).toBe(false)
    await settings.getByLabel('视频与图片', { exact: true }).fill('https://cameras.example')
    await settings.getByRole('button', { name: '保存', exact: true }).click()
    await expect(settings.getByText('已保存', { exact: true })).toBeVisible()
    // What is loaded has the hosts that the console had heard of by then.
    await expect(async () => {
      await page.reload()
      await settings.getByLabel('视频与图片', { exact: true }).waitFor()
      expect(await reach()).toBe(true)
    }).toPass()
  } finally {
    await system.remove()
  }
})
