import type { Page } from 'playwright/test'
import { expect, type System, send, signIn, standScreen, test } from './system.ts'

const blank = { version: 1, width: 480, height: 320, controls: [] }

interface Drawn {
  kind: string
  x: number
  bindings?: Record<string, { expression: string }>
}
const drawn = async (system: System, screen_id: number): Promise<Drawn[]> =>
  (await system.call<{ document: { controls: Drawn[] } }>('admin', `/yun/module/view/document?screen_id=${screen_id}`))
    .document.controls

async function openEditor(page: Page, system: System, screen_id: number): Promise<void> {
  await page.goto(`${system.console}designConfigure/id=${screen_id}`)
  await expect(page.locator('sg-canvas-editor .stage-board[data-hands]')).toBeVisible()
}

/** Takes a kind from the palette and drags it open on the board. */
async function place(page: Page, kind: string, share: { x: number; y: number }): Promise<void> {
  await page.locator('sg-canvas-editor .palette-tile', { hasText: new RegExp(`^${kind}$`) }).click()
  const board = await page.locator('sg-canvas-editor .stage-board').boundingBox()
  if (!board) throw new Error('The board is not to be seen')
  const [x, y] = [board.x + board.width * share.x, board.y + board.height * share.y]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 20)
  await page.mouse.move(x + 180, y + 48)
  await page.mouse.up()
}

/** Binds the main property of what is selected, as it is chosen in the list. */
async function bind(page: Page, point: string): Promise<void> {
  const panel = page.locator('sg-canvas-editor .editor-side-right')
  await panel.getByRole('tab', { name: '绑定', exact: true }).click()
  await panel.getByRole('button', { name: '插入变量', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(point) })
    .click()
}

test('an engineer draws a value and a switch, binds them and publishes, and who watches sees them live', async ({
  page,
  browser,
  system,
  complaints: _,
}) => {
  const { screen_id } = await standScreen(system, '手绘画面', blank)
  await signIn(page, system, 'admin')
  await openEditor(page, system, screen_id)
  await place(page, '数值显示', { x: 0.3, y: 0.4 })
  await bind(page, 'temperature')
  await place(page, '开关', { x: 0.3, y: 0.6 })
  await bind(page, 'running')
  await expect
    .poll(async () => (await drawn(system, screen_id)).map(({ kind, bindings }) => [kind, bindings?.value?.expression]))
    .toEqual([
      ['value', 'temperature'],
      ['switch', 'running'],
    ])
  await expect(page.locator('sg-canvas-editor .save-state')).toContainText('已保存')

  await page.locator('sg-canvas-editor').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.locator('sg-canvas-editor .editor-published')).toHaveText('已发布')

  const device = await system.device('TS0001')
  await send(device, { temperature: 36.5, running: true })
  const watching = await (await browser.newContext()).newPage()
  await signIn(watching, system, 'manager', `configureMonitor?sn=TS0001&screen=${screen_id}`)
  const shown = (part: string) => watching.locator(`sg-screen-monitor [data-control][aria-label*="${part}"]`)
  await expect(shown('36.5')).toHaveCount(1)
  await expect(watching.locator('sg-screen-monitor [role=switch]')).toHaveAttribute('aria-checked', 'true')
  await send(device, { temperature: 41.25 })
  await expect(shown('41.3')).toHaveCount(1)
  await watching.context().close()
  await device.endAsync()
})

test('undo takes back what was drawn step by step, and what is there is there after a reload', async ({
  page,
  system,
  complaints: _,
}) => {
  const { screen_id } = await standScreen(system, '撤销画面', blank)
  const kinds = async () => (await drawn(system, screen_id)).map(({ kind }) => kind)
  await signIn(page, system, 'admin')
  await openEditor(page, system, screen_id)
  await place(page, '矩形', { x: 0.3, y: 0.3 })
  await place(page, '椭圆', { x: 0.3, y: 0.5 })
  await expect.poll(kinds).toEqual(['rectangle', 'ellipse'])
  await page.keyboard.press('Control+z')
  await expect.poll(kinds).toEqual(['rectangle'])
  await page.keyboard.press('Control+y')
  await expect.poll(kinds).toEqual(['rectangle', 'ellipse'])
  const xOfEllipse = async () => (await drawn(system, screen_id))[1]?.x
  const before = await xOfEllipse()
  await page.keyboard.press('ArrowRight')
  await expect.poll(xOfEllipse).not.toBe(before)
  await expect(page.locator('sg-canvas-editor .save-state')).toContainText('已保存')
  const after = await drawn(system, screen_id)
  // The same page, not another one that it would have to wait for.
  await page.reload()
  await expect(page.locator('sg-canvas-editor .palette-tile').first()).toBeVisible()
  await expect(page.locator('sg-canvas-editor .editor-note')).toHaveCount(0)
  await expect(page.locator('sg-canvas-editor .zoom-count')).toHaveText('2 个控件')
  expect(await drawn(system, screen_id)).toEqual(after)
})

test('the menu of a control copies it, and pastes it where the pointer is', async ({ page, system, complaints: _ }) => {
  const { screen_id } = await standScreen(system, '菜单画面', blank)
  await signIn(page, system, 'admin')
  await openEditor(page, system, screen_id)
  await place(page, '矩形', { x: 0.3, y: 0.3 })
  const board = page.locator('sg-canvas-editor .stage-board')
  const box = await board.boundingBox()
  if (!box) throw new Error('The board is not to be seen')
  const at = (x: number, y: number) => ({ x: box.width * x, y: box.height * y })
  await board.click({ button: 'right', position: { x: at(0.3, 0).x + 60, y: at(0, 0.3).y + 20 } })
  await page.getByRole('menuitem', { name: /^复制/ }).first().click()
  await board.click({ button: 'right', position: at(0.6, 0.7) })
  await page.getByRole('menuitem', { name: /^粘贴/ }).click()
  await expect.poll(async () => (await drawn(system, screen_id)).length).toBe(2)
  const [first, second] = await drawn(system, screen_id)
  expect(second?.x).toBeGreaterThan(first?.x ?? 0)
})

test('closing the editor leads back to where it was opened from, and to the templates after a link', async ({
  page,
  system,
  complaints: _,
}) => {
  const { screen_id, template_id } = await standScreen(system, '关闭画面', blank)
  const opener = `configureManage/devTemplate?template=${template_id}&tab=screens`
  await signIn(page, system, 'admin', opener)
  await page.locator('sg-templates').getByRole('button', { name: '关闭画面', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/designConfigure/id=${screen_id}$`))
  await place(page, '矩形', { x: 0.3, y: 0.3 })
  const close = page.locator('sg-canvas-editor').getByRole('button', { name: '关闭编辑器', exact: true })
  await close.click()
  await expect.poll(() => page.url()).toBe(system.console + opener)
  // What was drawn a blink before is not lost.
  await expect.poll(async () => (await drawn(system, screen_id)).map(({ kind }) => kind)).toEqual(['rectangle'])

  await openEditor(page, system, screen_id)
  await close.click()
  await expect(page).toHaveURL(/\/configureManage\/devTemplate$/)
})
