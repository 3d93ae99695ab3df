import type { Page } from 'playwright/test'
import { expect, signIn, test } from './system.ts'

const SCREENS = ['index', 'device', 'device/devDashboard', 'deviceDetail/WW0001']

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('without a token every address leads to sign-in, and from there back to where one was going', async ({
  page,
  system,
  complaints: _,
}) => {
  await page.goto(`${system.console}deviceDetail/WW0001`)
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('textbox').first().fill('admin')
  await page.locator('input[type=password]').fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page.locator('sg-device-monitor')).toBeVisible()
  await expect(page).toHaveURL(/deviceDetail\/WW0001/)
})

test('a wrong password is reported in one sentence that does not say whether the name exists', async ({
  page,
  system,
  complaints: _,
}) => {
  const messages: (string | null)[] = []
  for (const name of ['admin', 'nobody-of-that-name']) {
    await page.goto(system.console)
    await page.getByRole('textbox').first().fill(name)
    await page.locator('input[type=password]').fill('wrong-password')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').first()
    await expect(alert).not.toBeEmpty()
    messages.push(await alert.textContent())
    await expect(page.getByRole('textbox').first()).toHaveValue(name)
  }
  expect(messages[0]).toBe(messages[1])
})

test('an unknown page says that there is no access', async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'admin')
  await page.goto(`${system.console}no/such/page`)
  await expect(page).toHaveURL(/exception\/403/)
  await expect(page.getByText('抱歉，您没有权限访问此页面')).toBeVisible()
})

test('after sign-out the way back leads to sign-in', async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'admin')
  await page.getByRole('button', { name: '管理员', exact: true }).click()
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(`${system.console}device`)
  await expect(page).toHaveURL(/\/login/)
})

test("another tenant's device is as unknown as one that does not exist", async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'rival', 'deviceDetail/WW0001')
  const monitor = page.locator('sg-device-monitor')
  await expect(monitor).toHaveAttribute('data-sg-state', /error|empty/)
  const unknown = await page.getByRole('main').ariaSnapshot()
  await page.goto(`${system.console}deviceDetail/NOSUCH1`)
  await expect(monitor).toHaveAttribute('data-sg-state', /error|empty/)
  expect((await page.getByRole('main').ariaSnapshot()).replace('NOSUCH1', 'WW0001')).toBe(unknown)
})

for (const lang of ['zh', 'en']) {
  for (const width of [1440, 390]) {
    test(`every screen fits ${width} px in ${lang}, in light and dark, and breaks no policy`, async ({
      page,
      system,
      complaints: _,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.addInitScript((wanted) => localStorage.setItem('sg-lang', wanted), lang)
      await signIn(page, system, 'admin')
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        for (const screen of SCREENS) {
          await page.goto(system.console + screen)
          const element = page
            .locator('main')
            .locator('sg-home, sg-device-list, sg-device-board, sg-device-monitor')
            .first()
          await expect(element).toHaveAttribute('data-sg-state', /ready|stale/)
          expect(await overflow(page), `${screen} is wider than the page`).toBeLessThanOrEqual(0)
        }
      }
    })
  }
}
