import type { Page } from 'playwright/test'
import { expect, signIn, test } from './system.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /搜索设备/ })
const open = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}
/** The line that Enter opens, as the text field names it. */
const chosen = (page: Page) => page.getByRole('option', { selected: true })

test('a device is found by a part of its name by keyboard alone, and is offered again', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'info')
  await open(page)
  await page.keyboard.type('ts00')
  await expect(chosen(page)).toContainText('TS0001')
  await expect(page.getByRole('group', { name: '设备', exact: true }).getByRole('option')).toHaveCount(1)
  await expect(chosen(page).locator('mark').first()).toHaveText('TS00')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/deviceDetail\/TS0001$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open(page)
  const recent = page.getByRole('group', { name: '最近打开', exact: true })
  await expect(recent.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByRole('group', { name: '收藏', exact: true }).getByRole('option')).toContainText(['TS0001'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await open(page)
  await expect(page.getByRole('group', { name: '收藏', exact: true }).getByRole('option')).toContainText(['TS0001'])
})

test('each time that the search is opened it begins empty and shows what is typed', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'info')
  for (const typed of ['ts00', 'none', 'ts0']) {
    await open(page)
    await expect(field(page)).toHaveValue('')
    await page.keyboard.type(typed)
    await expect(field(page)).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('what is typed after Ctrl+K is in the search also where its window comes later', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'info')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  let send = () => {}
  const isTyped = new Promise<void>((resolve) => {
    send = resolve
  })
  let held = 0
  await page.route('**/*.js', async (route) => {
    held += 1
    await isTyped
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  // Where it came already, beside the page, nothing is held.
  await expect.poll(async () => held > 0 || (await field(page).count()) > 0).toBe(true)
  await page.keyboard.type('ts0')
  send()
  await expect(field(page)).toHaveValue('ts0')
  await page.keyboard.type('0')
  await expect(field(page)).toHaveValue('ts00')
  await expect(chosen(page)).toContainText('TS0001')
})

test('a search that is begun while the rights are loaded stays open where the page leads on to another', async ({
  page,
  system,
  complaints: _,
}) => {
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/userPrivileges', async (route) => {
    await isAsked
    await route.continue()
  })
  await signIn(page, system, 'admin', 'team')
  await open(page)
  await page.keyboard.type('ts0')
  answer()
  await expect(page).toHaveURL(/\/team\/[^?]+$/)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('ts0')
})

test('the star beside the name of a device makes it a favourite, and one no longer', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'deviceDetail/TS0001')
  const star = page.getByRole('button', { name: '收藏', exact: true })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await open(page)
  await expect(page.getByRole('group', { name: '收藏', exact: true }).getByRole('option')).toContainText(['TS0001'])
  await page.keyboard.press('Escape')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('arrows go through all groups, and a page is found by its name', async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'admin', 'device')
  await expect(page.locator('sg-device-list')).toHaveAttribute('data-sg-state', 'ready')
  await page.getByRole('banner').getByRole('button', { name: /^搜索/ }).click()
  await expect(field(page)).toBeFocused()
  // A later answer would choose the first line again.
  const answered = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('search') === 'ts0001')
  await page.keyboard.type('ts0001')
  await answered
  await expect(
    page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: /个结果/ }),
  ).toHaveCount(1)
  await expect(chosen(page)).toContainText('TS0001')
  const lines = await page.getByRole('option').count()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  const named = () => field(page).getAttribute('aria-activedescendant')
  expect(await named()).toBe(await page.getByRole('option').last().getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  expect(await page.getByRole('option').count()).toBe(lines)
  await field(page).fill('users')
  await expect(chosen(page)).toContainText('Users')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/team\/user$/)
})

test('a search that finds nothing says so, and so does one that fails', async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'admin', 'device')
  await open(page)
  await page.keyboard.type('nothing is called so')
  await expect(page.getByRole('dialog').getByText('没有找到“nothing is called so”').last()).toBeVisible()
  await page.route('**/find?*', (route) => route.abort())
  await field(page).fill('ts0001')
  const failed = page.getByRole('dialog').getByRole('alert')
  await expect(failed).toContainText('搜索失败')
  await page.unroute('**/find?*')
  await failed.getByRole('button').click()
  await expect(chosen(page)).toContainText('TS0001')
})
