import type { CustomMenu } from '../../core/contract/custom-menu.ts'
import { equal, until } from './check.ts'
import { keptMenu, MENU, READ } from './menu-editor-pages.ts'
import { type Answers, Refused, shown } from './screen-driver.ts'

const PAGE = '<sg-menu-editor lang="en"></sg-menu-editor>'
const SAVE = 'PUT /yun/customMenu'
const TARGETS = 'GET /yun/customMenu/target'

const saving: Answers = {
  [READ]: () => keptMenu(),
  [SAVE]: ({ body }: { body: Record<string, unknown> }) => {
    const { version, ...menu } = body
    return keptMenu(menu, { version: Number(version) + 1 })
  },
  [TARGETS]: () => [
    { id: 7, name: 'Pump overview', note: 'North' },
    { id: 8, name: 'Energy', note: '' },
  ],
}
const opened = async (answers: Answers = {}) => {
  const page = await shown(PAGE, { ...saving, ...answers }, ['P80000', 'P86000'])
  await page.find('.menu-adds')
  return page
}
type Opened = Awaited<ReturnType<typeof opened>>

const rowsOf = (page: Opened) => page.texts('.menu-item-name')
const saved = async (page: Opened) => {
  await page.press('Save')
  return (await page.requested(SAVE)).body as unknown as CustomMenu & { version: number }
}
const namesIn = ({ items }: CustomMenu) =>
  items.map(({ item_name, items: inner }) => [item_name, ...inner.map((one) => one.item_name)].join('/'))

it('<sg-menu-editor> shows the items of a menu with what they open, and marks the one whose dashboard is gone', async () => {
  const page = await opened()
  equal(rowsOf(page), ['Pumps', 'Pumps › Overview', 'Pumps › Alarms', 'Manual', 'Old board'])
  await page.says(
    '2 items',
    'Dashboard · Pump overview · North',
    'For Operators only',
    'https://wiki.plant.example/start',
  )
  equal(page.texts('.menu-item-gone'), ['Its target is deleted, or not for you'])
})

it('<sg-menu-editor> moves an item by its buttons into a group and out of it, keeps the focus, and saves it whole', async () => {
  const page = await opened()
  await page.press('Move Manual up')
  await until('in the group', () => rowsOf(page)[3] === 'Pumps › Manual')
  await until('focused', () => page.focused?.ariaLabel === 'Move Manual in Pumps up')
  await page.says('Manual: 3 of 3 in Pumps')
  await page.press('Move Alarms in Pumps down', 'Move Alarms in Pumps down')
  await until('out of it', () => rowsOf(page)[3] === 'Alarms')
  const body = await saved(page)
  equal(namesIn(body), ['Pumps/Overview/Manual', 'Alarms', 'Old board'])
  equal([body.version, body.home_dashboard_id], [1, 7])
  await page.says('Menu saved')
})

it('<sg-menu-editor> takes an item back that was removed', async () => {
  const page = await opened()
  await page.press('Remove Pumps')
  await until('without it', () => rowsOf(page).length === 2)
  await page.press('Undo')
  await until('as before', () => rowsOf(page).length === 5)
  await page.press('Remove all')
  await page.says('No items yet')
  equal((await saved(page)).items, [])
})

it('<sg-menu-editor> adds a dashboard by search under its own name, into a group', async () => {
  const page = await opened()
  await page.press('Add item')
  await page.choose('Opens', 'A dashboard')
  await page.pressIn('[role=dialog] button', 'Choose')
  await page.pressIn('.target-one', 'Energy')
  await until('named', async () => (await page.typedIn('item_name')) === 'Energy')
  await page.choose('In group', 'Pumps')
  await page.pressIn('[role=dialog] button', 'Done')
  await until('added', () => rowsOf(page).includes('Pumps › Energy'))
  await page.says('Dashboard · Energy')
  const { items } = await saved(page)
  const inner = items[0]?.items[2]
  equal([inner?.kind, inner?.dashboard_id, inner?.item_name], ['dashboard', 8, 'Energy'])
})

it('<sg-menu-editor> says in the dialog which address is refused, and which name is too long', async () => {
  const page = await opened()
  await page.press('Edit Manual')
  await page.type('url', 'javascript:alert(1)')
  await page.type('item_name', '')
  await page.pressIn('[role=dialog] button', 'Done')
  await page.wrongOf('url')
  await page.says('must be an address that begins with https://', 'Give it 1 to 15 characters')
  await page.type('url', 'https://other.example/')
  await page.type('item_name', 'Handbook')
  await page.pressIn('[role=dialog] button', 'Done')
  await page.says('https://other.example, which is not among the allowed hosts')
  await page.type('url', 'https://wiki.plant.example/book')
  await page.pressIn('[role=dialog] button', 'Done')
  await until('changed', () => rowsOf(page).includes('Handbook'))
})

it('<sg-menu-editor> previews the menu as users of a role find it', async () => {
  const page = await opened()
  const sample = () => page.texts('.menu-sample-row')
  await until('all of it', () => sample().length === 6)
  equal(sample().slice(0, 2), ['Pump overviewFirst page', 'The console’s own menu'])
  await page.choose('As role', 'Auditors')
  await until('less', () => sample().length === 2)
  equal(sample(), ['The console’s own menu', 'Manual'])
  await page.choose('As role', 'Operators')
  await until('theirs', () => sample().length === 6)
  await page.choose('Place', 'Before the console’s own')
  await until('before it', () => sample().at(-1) === 'The console’s own menu')
})

it('<sg-menu-editor> keeps what was changed when somebody saved meanwhile, and loads what they saved', async () => {
  const message = 'Wang saved other settings at 10:00: load them, then change them again'
  const page = await opened({
    [SAVE]: () => new Refused('100027', [{ field: 'version', message }]),
  })
  await page.press('Remove Manual', 'Save')
  await page.says(message)
  equal(page.text.split(message).length, 2)
  equal(rowsOf(page).includes('Manual'), false)
  equal(page.element.dataset.sgUnsaved !== undefined, true)
  const items = [...MENU.items.slice(0, 1)]
  page.answers[READ] = () => keptMenu({ items }, { version: 2, changed_by: 'Wang' })
  await page.press('Load what was saved')
  await until('theirs', () => rowsOf(page).join() === 'Pumps,Pumps › Overview,Pumps › Alarms')
  equal(page.element.dataset.sgUnsaved === undefined, true)
})

it('<sg-menu-editor> shows at the item what the server refuses of it', async () => {
  const page = await opened({
    [SAVE]: () => new Refused('100006', [{ field: 'items.0.items.1.path', message: 'names no page' }]),
  })
  await page.choose('Place', 'Before the console’s own')
  await page.press('Save')
  await page.having('.menu-item', 'names no page')
  equal(page.texts('.menu-item .menu-wrong'), ['names no page'])
})
