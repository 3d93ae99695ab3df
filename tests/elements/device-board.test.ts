import { equal, until } from './check.ts'
import { PIXEL } from './configure-pages.ts'
import { dashboard, shownDashboard } from './dashboard-answers.ts'
import { point, pump } from './played-server.ts'
import { type Answers, type Screen, shown } from './screen-driver.ts'

const POINTS = ['flow', 'level', 'temperature', 'power', 'speed'].map((key) => point(key, { name_en: `The ${key}` }))
const row = (n: number, more: object = {}) =>
  pump({ sn_code: `P${n}`, dev_alias: `Pump P${n}`, template_id: 7, module_name: 'Pump', points: POINTS, ...more })
const ROWS = [
  row(1),
  row(2, { points: POINTS.slice(1), picture_tag: 'tag' }),
  row(3, { template_id: null, module_name: null }),
]
const board = (more: Answers = {}) =>
  shown(
    '<sg-device-board lang="en"></sg-device-board>',
    {
      'GET /dev': () => ({ rows: ROWS, total: ROWS.length }),
      'GET /dev/basic': ({ query }) => ROWS.find(({ sn_code }) => sn_code === query.get('sn_code')),
      'GET /dev/picture': () => ({ mime: 'image/png', width: 1, height: 1, content: PIXEL, tag: 'tag' }),
      'GET /yun/dev/group': () => [],
      ...more,
    },
    ['P100000'],
  )
const tileOf = (page: Screen, n: number) => page.having('.tile', `Pump P${n}`)
const namesIn = (tile: HTMLElement) => [...tile.querySelectorAll('dt')].map(({ textContent }) => textContent)
const names = async (page: Screen, n: number, ...keys: string[]) => {
  const wanted = keys.map((key) => `The ${key}`).join()
  const tile = await tileOf(page, n)
  await until(
    () => `${wanted} on P${n}, shows ${namesIn(tile)}`,
    () => namesIn(tile).join() === wanted,
  )
}
async function layOut(page: Screen, n: number) {
  const tile = await tileOf(page, n)
  tile.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, composed: true, cancelable: true, clientX: 5, clientY: 5 }),
  )
  await page.pressIn('[role=menuitem]', 'Card layout…')
  await page.find('.card-layout-row')
}
const box = async (page: Screen, name: string) =>
  (await page.having('.card-layout .toggle', name)).querySelector<HTMLInputElement>('input') as HTMLInputElement
const previewed = (page: Screen) => namesIn(page.root.querySelector('.card-layout-preview') as HTMLElement)

it('a user chooses what the tiles of a template’s devices show, in which order, and finds it again', async () => {
  const page = await board()
  await names(page, 1, 'flow', 'level', 'temperature', 'power')
  await layOut(page, 1)
  await page.says('Card layout: Pump')
  for (const name of ['The flow', 'The level', 'The temperature']) (await box(page, name)).click()
  ;(await box(page, 'The speed')).click()
  const up = await page.button('Move The speed up')
  up.focus()
  up.click()
  await until('it is moved', () => previewed(page).join() === 'The speed,The power')
  await until('the focus stays on it', () => page.focused?.ariaLabel === 'Move The speed up')
  await page.says('The speed is now at place 4')
  await page.press('Save')
  await page.gone('.dialog')
  await names(page, 1, 'speed', 'power')
  await names(page, 2, 'speed', 'power')
  await names(page, 3, 'flow', 'level', 'temperature', 'power')
  const again = await board()
  await names(again, 1, 'speed', 'power')
  await again.press('Table')
  await until(
    'the same in the table',
    () => again.texts('.table-rows [role=row]:first-child dt').join() === 'The speed,The power',
  )
})

it('a layout that is cancelled is as it was, and one that is reset is the default again', async () => {
  const page = await board()
  await layOut(page, 3)
  await page.says('Card layout: Pump P3', 'its own')
  ;(await box(page, 'The flow')).click()
  await page.press('Cancel')
  await page.gone('.dialog')
  await names(page, 3, 'flow', 'level', 'temperature', 'power')
  await layOut(page, 3)
  ;(await box(page, 'The flow')).click()
  await page.press('Save')
  await names(page, 3, 'level', 'temperature', 'power')
  await names(page, 1, 'flow', 'level', 'temperature', 'power')
  await layOut(page, 3)
  await page.press('Reset to default', 'Save')
  await names(page, 3, 'flow', 'level', 'temperature', 'power')
})

it('a tile shows the points that its device has, and its scene picture where that is chosen', async () => {
  const page = await board()
  await page.press('Card layout…')
  await page.press('Pump')
  ;(await box(page, 'Show the scene picture')).click()
  for (const name of ['The temperature', 'The power']) (await box(page, name)).click()
  await page.press('Save')
  await names(page, 1, 'flow', 'level')
  await names(page, 2, 'level')
  const image = await page.find<HTMLImageElement>('.tile-picture img')
  equal(image.alt, 'Scene picture of Pump P2')
  equal(page.all('.tile-picture').length, 1)
})

it('a card of no point is said to be none, and is not saved', async () => {
  const page = await board()
  await layOut(page, 1)
  for (const name of ['The flow', 'The level', 'The temperature', 'The power']) (await box(page, name)).click()
  await page.press('Save')
  await page.says('Choose one point at least')
  ;(await box(page, 'The level')).click()
  await page.press('Save')
  await names(page, 1, 'level')
})

it('the menu of a device opens the dashboards of its template, for this device', async () => {
  const page = await board({
    'GET /yun/dev/dashboard': ({ query }) => [
      dashboard({ dashboard_name: `Station ${query.get('sn_code')}`, template_id: 7, module_name: 'Pump' }),
    ],
    'GET /yun/dashboard/show': () => shownDashboard({ template_id: 7 }),
    'GET /rAlarmDev': () => ({ rows: [], total: 0 }),
  })
  const tile = await tileOf(page, 2)
  tile.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, composed: true, cancelable: true, clientX: 5, clientY: 5 }),
  )
  await page.pressIn('[role=menuitem]', 'Dashboard')
  await page.says('Dashboard: Pump P2')
  await page.find('[role=dialog] .screen-proxy')
})

it('a device whose template has no dashboard says so', async () => {
  const page = await board({ 'GET /yun/dev/dashboard': () => [] })
  const tile = await tileOf(page, 3)
  tile.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, composed: true, cancelable: true, clientX: 5, clientY: 5 }),
  )
  await page.pressIn('[role=menuitem]', 'Dashboard')
  await page.says('The template of this device has no dashboard yet')
})
