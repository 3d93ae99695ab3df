import { handsOf } from './hands.ts'
import { complaintsOf, expect, oneIn, System, send, signIn, test } from './system.ts'

const HEIGHTS = { 1440: 900, 1024: 768, 390: 844 }
/** The first is what every run walks. */
const WAYS = [
  { way: 'keyboard', width: 1440 },
  { way: 'keyboard', width: 1024 },
  { way: 'keyboard', width: 390 },
  { way: 'mouse', width: 1440 },
  { way: 'mouse', width: 1024 },
  { way: 'mouse', width: 390 },
] as const

test.describe('an engineer', () => {
  const system = new System({ DEMO: 'on', DEMO_DEVICES: '1', DEMO_HISTORY_DAYS: '0' })
  test.beforeAll(() => system.start())
  test.afterAll(() => system.remove())

  for (const { way, width } of oneIn(6, WAYS)) {
    test(`an engineer makes a device, its template and a user by ${way} at ${width} pixels`, async ({
      page,
      browser,
    }) => {
      const complaints = complaintsOf(page)
      const sn = `UX${width}${way === 'mouse' ? 1 : 2}`
      const device = await system.device(sn)
      await send(device, { level: 2.5, pump: true })
      await page.setViewportSize({ width, height: HEIGHTS[width] })
      await signIn(page, system, 'admin', 'device')
      const { press, toggle, type, stumbles } = handsOf(way, page)

      const devices = page.locator('sg-device-list')
      await press(devices.getByRole('button', { name: '注册设备', exact: true }).first())
      const registering = page.getByRole('dialog', { name: '注册设备', exact: true })
      await type(registering.getByRole('textbox', { name: /SN 码/ }), sn)
      await type(
        registering.getByRole('textbox', { name: /设备密码/ }).or(registering.locator('input[type=password]')),
        `device-${sn}`,
      )
      await type(registering.getByRole('textbox', { name: /名称/ }), `水箱 ${sn}`)
      await press(registering.getByRole('button', { name: '注册设备', exact: true }))
      await expect(registering).toBeHidden()
      await expect(page.getByText(`水箱 ${sn}`).first()).toBeVisible()

      await page.goto(`${system.console}configureManage/devTemplate`)
      const templates = page.locator('sg-templates')
      await press(templates.getByRole('button', { name: '新建模板', exact: true }).first())
      await type(templates.getByRole('textbox', { name: '模板名称' }), `水箱模板 ${sn}`)
      await press(templates.getByRole('button', { name: '创建模板', exact: true }))
      await press(templates.getByRole('button', { name: '添加变量', exact: true }).first())
      await type(templates.getByRole('textbox', { name: '第 1 行，标识' }), 'level')
      await type(templates.getByRole('textbox', { name: '第 1 行，名称' }), '液位')
      await type(templates.getByRole('textbox', { name: '第 1 行，单位' }), 'm')
      await press(templates.getByRole('button', { name: '添加变量', exact: true }).first())
      await type(templates.getByRole('textbox', { name: '第 2 行，标识' }), 'pump')
      await type(templates.getByRole('textbox', { name: '第 2 行，名称' }), '水泵')
      const kind = templates.getByRole('combobox', { name: '第 2 行，数据类型', exact: true })
      await (way === 'mouse' ? kind.selectOption('布尔') : type(kind, '布'))
      await press(templates.getByRole('button', { name: '保存变量', exact: true }))
      await expect(templates.getByRole('tab', { name: '变量 2', exact: true })).toBeVisible()

      await press(templates.getByRole('tab', { name: /报警规则/ }))
      await press(templates.getByRole('button', { name: '新建规则', exact: true }).first())
      const rule = templates.getByRole('region', { name: '新建规则', exact: true })
      await press(rule.getByRole('button', { name: /变量/ }).first())
      await press(page.getByRole('option', { name: /液位/ }))
      await type(rule.getByRole('textbox', { name: /限值/ }), '4')
      await type(rule.getByRole('textbox', { name: /报警名称/ }), '液位过高')
      await press(rule.getByRole('button', { name: '创建规则', exact: true }))
      await expect(templates.getByRole('tab', { name: '报警规则 1', exact: true })).toBeVisible()

      await press(templates.getByRole('tab', { name: /画面/ }))
      await press(templates.getByRole('button', { name: '新建画面', exact: true }).first())
      const making = page.getByRole('dialog', { name: '新建画面', exact: true })
      await type(making.getByRole('textbox', { name: /画面名称/ }), '水箱')
      await press(making.getByRole('button', { name: '创建并设计', exact: true }))
      const editor = page.locator('sg-canvas-editor')
      await expect(editor.locator('.stage-board[data-hands]')).toBeVisible()
      // On a phone the editor only shows.
      if (width !== 390) {
        const side = editor.locator('.editor-side-right')
        for (const [name, point, y] of [
          ['数值显示', '液位', 0.3],
          ['指示灯', '水泵', 0.5],
          ['棒图', '液位', 0.7],
        ] as const) {
          await press(editor.locator('.palette-tile', { hasText: new RegExp(`^${name}$`) }))
          if (way === 'mouse') {
            const board = await editor.locator('.stage-board').boundingBox()
            if (!board) throw new Error('The board is not to be seen')
            await page.mouse.click(board.x + board.width * 0.4, board.y + board.height * y)
          }
          await press(side.getByRole('tab', { name: '绑定', exact: true }))
          await press(side.getByRole('button', { name: '插入变量', exact: true }).first())
          await press(page.getByRole('dialog').getByRole('button', { name: new RegExp(point) }))
        }
        await expect(editor.locator('.save-state')).toContainText('已保存')
        await press(editor.getByRole('button', { name: '预览', exact: true }))
        await expect(page.getByRole('dialog', { name: '预览：水箱', exact: true })).toBeVisible()
        await press(
          page
            .getByRole('dialog', { name: '预览：水箱', exact: true })
            .getByRole('button', { name: '关闭', exact: true })
            .first(),
        )
        await press(editor.getByRole('button', { name: '发布', exact: true }))
        const publishing = page.getByRole('dialog', { name: /绑定设备并发布/ })
        await press(publishing.getByRole('button', { name: /选择设备/ }))
        await press(page.getByRole('option', { name: new RegExp(sn) }))
        await page.keyboard.press('Escape')
        await press(publishing.getByRole('button', { name: '绑定并发布', exact: true }))
        await expect(editor.locator('.editor-published')).toHaveText('已发布')
        await page.goto(`${system.console}configureMonitor?sn=${sn}`)
        await expect(page.locator('sg-screen-monitor [data-control]').first()).toBeAttached()
        // What it sent before its points were known was kept by nobody.
        await send(device, { level: 3.5 })
        await expect(page.locator('sg-screen-monitor [data-control][aria-label*="3.5"]').first()).toBeAttached()
        await press(page.locator('sg-screen-monitor').getByRole('button', { name: '分享', exact: true }))
        const sharing = page.getByRole('dialog', { name: /^分享：/ })
        await press(sharing.getByRole('button', { name: '生成链接', exact: true }))
        const href = await sharing.getByLabel('链接', { exact: true }).inputValue()
        const visitor = await (await browser.newContext()).newPage()
        await visitor.goto(href)
        await expect(visitor.locator('[data-control][aria-label*="3.5"]').first()).toBeAttached()
        await visitor.context().close()
      }

      await page.goto(`${system.console}team/role`)
      const roles = page.locator('sg-roles')
      await press(roles.getByRole('button', { name: '新建角色', exact: true }).first())
      const role = roles.getByRole('region', { name: '新建角色', exact: true })
      await type(role.getByRole('textbox', { name: /角色名称/ }), `role-${sn}`)
      await press(role.getByRole('treeitem', { name: /首页/ }))
      await press(role.getByRole('treeitem', { name: /组态监控/ }))
      await press(role.getByRole('tab', { name: /设备权限/ }))
      await toggle(role.getByRole('checkbox', { name: /^查看：/ }).first())
      await press(role.getByRole('button', { name: '创建角色', exact: true }))
      await expect(roles.getByRole('row', { name: new RegExp(`role-${sn}`) })).toBeVisible()

      await page.goto(`${system.console}team/user`)
      const users = page.locator('sg-users')
      await press(users.getByRole('button', { name: '新建用户', exact: true }).first())
      const user = users.getByRole('region', { name: '新建用户', exact: true })
      await type(user.getByRole('textbox', { name: /用户名/ }), `user_${sn}`)
      await type(user.getByRole('textbox', { name: /昵称/ }), sn)
      await press(user.getByRole('button', { name: /角色/ }))
      await press(page.getByRole('option', { name: new RegExp(`role-${sn}`) }))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await toggle(user.getByRole('checkbox', { name: '自动生成密码', exact: true }))
      await type(user.getByRole('textbox', { name: /^新密码/ }), 'demo1234')
      await type(user.getByRole('textbox', { name: /^再次输入密码/ }), 'demo1234')
      await toggle(user.getByRole('checkbox', { name: '首次登录时必须修改密码', exact: true }))
      await press(user.getByRole('button', { name: '创建用户', exact: true }))
      await expect(users.getByText(`已创建“${sn}”`)).toBeVisible()

      const theirs = await (await browser.newContext()).newPage()
      await theirs.setViewportSize({ width, height: HEIGHTS[width] })
      await signIn(theirs, system, `user_${sn}`)
      await expect(theirs.locator('sg-home')).toBeVisible()
      await theirs.goto(`${system.console}configureMonitor`)
      await expect(theirs.locator('sg-screen-monitor')).toHaveAttribute('data-sg-state', /ready|empty/)
      await theirs.goto(`${system.console}device`)
      await expect(theirs.getByRole('main')).toContainText('403')
      await theirs.context().close()
      expect(stumbles).toEqual([])
      expect(complaints).toEqual([])
      await device.endAsync()
    })
  }
})
