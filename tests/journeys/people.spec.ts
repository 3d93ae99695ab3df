import { expect, type Page, test as plain } from 'playwright/test'
import { makeUser } from './make-user.ts'
import { complaintsOf, System, signIn, test } from './system.ts'

/** Where the dark gap of the puzzle lies, as a person sees it: in pixels of the picture. */
const gapOf = (page: Page) =>
  page.locator('.puzzle-ground').evaluate(async (picture: HTMLImageElement) => {
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const light = (x: number, y: number) => {
      const at = (y * width + x) * 4
      return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    }
    // The gap's left edge: a column of 40 dots, each much darker than its left neighbour.
    let best = { x: 0, score: 0 }
    for (let x = 60; x < width - 50; x++)
      for (let y = 10; y < height - 50; y += 2) {
        let score = 0
        for (let dy = 0; dy < 40; dy++) score += Math.min(120, Math.max(0, light(x - 2, y + dy) - light(x + 4, y + dy)))
        if (score > best.score) best = { x, score }
      }
    return best.x
  })

test('an administrator locks a user, whose open page says so within 5 seconds and keeps what was typed', async ({
  browser,
  page,
  system,
  complaints: _,
}) => {
  const made = await system.call<{ user_id: number }>('admin', '/user', {
    method: 'POST',
    body: {
      user_name: 'shift-7',
      name: 'Shift 7',
      password: 'demo1234',
      must_change_password: false,
      user_type: 3,
      user_group_id: null,
      role_ids: [],
      user_tel: null,
      email: null,
    },
  })
  const { rows } = await system.call<{ rows: { role_id: number; role_name: string }[] }>('admin', '/yun/user/role')
  const role = rows.find(({ role_name }) => role_name === '二级管理员')
  await system.call('admin', '/user', {
    method: 'PUT',
    body: { user_id: made.user_id, role_ids: [role?.role_id], name: 'Shift 7' },
  })
  const theirs = await browser.newPage()
  const complaints = complaintsOf(theirs)
  await signIn(theirs, system, 'shift-7', 'device')
  await theirs.getByRole('button', { name: '注册设备', exact: true }).first().click()
  await theirs.getByRole('textbox', { name: 'SN 码' }).fill('HALF0TYPED')

  await signIn(page, system, 'admin', 'index')
  await system.call('admin', '/user/active', { method: 'PUT', body: { user_ids: [made.user_id], isActive: 0 } })
  await expect(theirs.getByRole('dialog', { name: '账号已被锁定或删除', exact: true })).toBeVisible()
  await theirs.getByRole('button', { name: '留在此页', exact: true }).click()
  await expect(theirs.getByRole('textbox', { name: 'SN 码' })).toHaveValue('HALF0TYPED')

  // Activated again, the user goes on where the session ended.
  await system.call('admin', '/user/active', { method: 'PUT', body: { user_ids: [made.user_id], isActive: 1 } })
  await theirs.getByRole('button', { name: '重新登录', exact: true }).click()
  const again = theirs.getByRole('dialog', { name: '重新登录', exact: true })
  await again.getByRole('textbox').first().fill('shift-7')
  await again.locator('input[type=password]').fill('demo1234')
  await again.locator('input[type=password]').press('Enter')
  await expect(again).toBeHidden()
  await expect(theirs.getByRole('textbox', { name: 'SN 码' })).toHaveValue('HALF0TYPED')
  expect(complaints).toEqual([])
  await theirs.close()
})

test('a user whose password somebody else set chooses one at the first sign-in, and is in the console', async ({
  page,
  system,
  complaints: _,
}) => {
  const rights = { permissions: ['P00000', 'P10000'], device_rights: [], must_change_password: true }
  await makeUser(system, 'newcomer', rights)
  await page.goto(system.console)
  await page.getByRole('textbox').first().fill('newcomer')
  await page.locator('input[type=password]').fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/changePass$/)
  await expect(page.getByText('当前密码由他人设置', { exact: false })).toBeVisible()
  for (const [at, typed] of ['demo1234', 'own12345', 'own12345'].entries())
    await page.locator('input[type=password]').nth(at).fill(typed)
  await page.getByRole('button', { name: '修改密码', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page).toHaveURL(/\/index$/)
})

test('who acts as another user sees it on every page, and comes back to the own session', async ({
  page,
  system,
  complaints: _,
}) => {
  await signIn(page, system, 'admin', 'team/user')
  await page.getByRole('row', { name: /operator2/ }).click()
  await page.getByRole('button', { name: '更多操作', exact: true }).last().click()
  await page.getByRole('menuitem', { name: '以此用户登录', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /登录/ }).click()
  const bar = page.locator('.simulation-bar')
  await expect(bar).toContainText('西区值班')
  await expect(page).toHaveURL(/\/index/)
  await page.goto(`${system.console}account?section=security`)
  await expect(page.getByText('此账号正在被模拟登录')).toBeVisible()
  await bar.getByRole('button', { name: '结束模拟登录', exact: true }).click()
  await expect(page).toHaveURL(/team\/user/)
  await expect(bar).toBeHidden()
  await expect(page.getByRole('row', { name: /operator2/ })).toBeVisible()
})

test('roles, operations and audit show what an administrator does', async ({ page, system, complaints: _ }) => {
  await signIn(page, system, 'admin', 'team/role')
  await page.getByRole('button', { name: '新建角色', exact: true }).click()
  await page.getByRole('textbox', { name: '角色名称' }).fill('夜班')
  await page.getByRole('button', { name: '创建角色', exact: true }).click()
  await expect(page.getByRole('row', { name: /夜班/ })).toBeVisible()
  await page.goto(`${system.console}team/audit`)
  await expect(page.getByRole('row', { name: /夜班/ }).first()).toBeVisible()
})

plain.describe('with the checks that a person passes', () => {
  let system: System
  plain.beforeAll(async () => {
    system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '0', LOGIN_CHECK: 'on', LOG_LEVEL: 'debug' })
    await system.start()
  })
  plain.afterAll(() => system.remove())

  plain('the puzzle is solved by the keyboard, and the console opens', async ({ page }) => {
    await page.goto(system.console)
    await page.getByRole('textbox').first().fill('admin')
    await page.locator('input[type=password]').fill('demo1234')
    await page.keyboard.press('Enter')
    const inside = page.getByRole('navigation').first()
    const pictureNow = () =>
      page.evaluate(() => {
        const element = document.querySelector('sg-sign-in')
        return element?.shadowRoot?.querySelector('.puzzle-ground')?.getAttribute('src') ?? null
      })
    for (let tries = 0; tries < 8; tries++) {
      const handle = page.getByRole('slider')
      await expect(page.locator('.puzzle-piece')).toBeVisible()
      const missed = await pictureNow()
      const gap = await gapOf(page)
      await handle.focus()
      await page.keyboard.press('Home')
      for (let i = 0; i < Math.round(gap / 2); i++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      // What a miss says is still there at the next one: it is another picture that tells them apart.
      await expect
        .poll(async () => (await inside.isVisible()) || ![null, missed].includes(await pictureNow()))
        .toBe(true)
      if (await inside.isVisible()) return
    }
    throw new Error('eight puzzles were missed')
  })
})

plain(
  'somebody registers with the code that was sent, signs in by the phone number, and sets a new password',
  async ({ page }) => {
    const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0', LOG_LEVEL: 'debug' })
    await system.start()
    try {
      /** The newest code for this number, as an operator without an SMS gateway reads it. */
      const codeFor = async (purpose: RegExp) => {
        const line = () => system.log.split('\n').findLast((said) => said.includes('13700000001') && purpose.test(said))
        await expect.poll(line).toBeTruthy()
        return /\d{6}(?=，)/.exec(line() ?? '')?.[0] ?? ''
      }
      await page.goto(`${system.console}register`)
      await page.getByLabel('手机号').fill('13700000001')
      await page.getByLabel('图形验证码').fill('ANY1')
      await page.getByRole('button', { name: '发送验证码', exact: true }).click()
      await page.locator('input[name=code]').fill(await codeFor(/注册账号/))
      await page.locator('input[name=name]').fill('老王')
      await page.locator('input[name=company_name]').fill('王家水厂')
      await page.locator('input[name=password]').fill('secret1')
      await page.locator('input[name=repeat]').fill('secret1')
      await page.getByRole('checkbox').check({ force: true })
      await page.getByRole('button', { name: '注册', exact: true }).click()
      // The form has a link to the sign-in, too, until it is gone.
      await expect(page.getByText('注册成功')).toBeVisible()
      await page.getByRole('link', { name: '去登录', exact: true }).click()

      const signInWith = async (password: string) => {
        await expect(page).toHaveURL(/\/login/)
        await page.getByRole('textbox').first().fill('13700000001')
        await page.locator('input[type=password]').fill(password)
        await page.keyboard.press('Enter')
        await expect(page.getByText('王家水厂')).toBeVisible()
      }
      await signInWith('secret1')

      await page.goto(`${system.console}findPass`)
      await page.getByLabel('手机号').fill('13700000001')
      await page.getByLabel('图形验证码').fill('ANY1')
      await page.getByRole('button', { name: '发送验证码', exact: true }).click()
      await page.locator('input[name=code]').fill(await codeFor(/重设密码/))
      await page.getByRole('button', { name: '下一步', exact: true }).click()
      await page.locator('input[name=password]').fill('secret2')
      await page.locator('input[name=repeat]').fill('secret2')
      await page.locator('input[name=repeat]').press('Enter')
      await expect(page.getByText(/新密码/).first()).toBeVisible()
      await page.goto(`${system.console}login`)
      await signInWith('secret2')
    } finally {
      await system.remove()
    }
  },
)
