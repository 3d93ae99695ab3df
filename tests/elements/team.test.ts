import { sendKeys, sendMouse } from '@web/test-runner-commands'
import { who } from './account-pages.ts'
import { equal, turn, until } from './check.ts'
import { type Answers, key, middle, Refused } from './screen-driver.ts'
import { moving, names, node, opened, openMenu, pick } from './team-driver.ts'
import { group, groups } from './team-pages.ts'

const openGroups = (answers?: Answers, roles?: string[]) =>
  opened('<sg-user-groups lang="en"></sg-user-groups>', answers, roles)

it('<sg-user-groups> is walked with the arrows, found by letters, and opened with Enter', async () => {
  const page = await openGroups()
  ;(await node(page, 1)).focus()
  const focused = () => page.focused
  const go = async (name: string, id: number) => {
    key(focused(), name)
    await until(`${name} to ${id}`, () => (focused() as HTMLElement | null)?.dataset.id === String(id))
  }
  await go('End', 5)
  await go('Home', 1)
  await go('ArrowDown', 2)
  await go('ArrowRight', 3)
  await go('ArrowLeft', 2)
  key(focused(), 'ArrowLeft')
  await page.gone('[data-id="3"]')
  await go('w', 4)
  key(focused(), 'Enter')
  await until('its panel', () => page.root.querySelector('.side-panel-title')?.textContent === 'West')
  equal((await node(page, 4)).getAttribute('aria-selected'), 'true')
})

it('<sg-user-groups> keeps what leads to what a search finds', async () => {
  const page = await opened('<sg-user-groups lang="en" search="line"></sg-user-groups>')
  await node(page, 3)
  equal(names(page), ['Plant', 'East', 'Line 1'])
  await page.press('Remove the filter Search: line')
  await node(page, 5)
})

it('<sg-user-groups> gives the focus back to the tree when what a menu opened is closed', async () => {
  const page = await openGroups()
  await openMenu(page, 4)
  await page.press('Edit')
  await page.find('[name=group_name]')
  await page.press('Cancel')
  await until('back', () => page.focused?.closest('[data-id="4"]'))
})

it('<sg-user-groups> moves a group by drag, and back by undo', async () => {
  const page = await openGroups(moving())
  const office = await node(page, 5)
  await sendMouse({ type: 'move', position: middle(await node(page, 2)) })
  await sendMouse({ type: 'down' })
  const [x, y] = middle(office)
  await sendMouse({ type: 'move', position: [x, y - 6] })
  await sendMouse({ type: 'move', position: [x, y] })
  await until('held over it', () => office.dataset.drag === 'over')
  await sendMouse({ type: 'up' })
  await page.says('Moved East to Office')
  equal(page.requestsOf('PUT /yun/user/group')[0]?.body, { user_group_id: 2, parent_id: 5 })
  await until('moved', () => names(page).join() === 'Plant,West,Office,East,Line 1')
  equal(page.root.querySelector('.side-panel'), null)
  await page.press('Undo')
  await page.says('Moved East back to Plant')
  equal(page.requestsOf('PUT /yun/user/group')[1]?.body, { user_group_id: 2, parent_id: 1 })
  await until('back', () => names(page).join() === 'Plant,East,Line 1,West,Office')
  await sendMouse({ type: 'move', position: [0, 0] })
})

it('<sg-user-groups> drops no group on itself or below itself, and lets go on Escape', async () => {
  const page = await openGroups(moving())
  await sendMouse({ type: 'move', position: middle(await node(page, 1)) })
  await sendMouse({ type: 'down' })
  for (const id of [2, 3, 1]) {
    const [x, y] = middle(await node(page, id))
    await sendMouse({ type: 'move', position: [x + 7, y] })
    await page.find('[data-dragging=nowhere]')
  }
  const office = await node(page, 5)
  await sendMouse({ type: 'move', position: middle(office) })
  await until('held over it', () => office.dataset.drag === 'over')
  await sendKeys({ press: 'Escape' })
  await page.gone('[data-dragging]')
  await sendMouse({ type: 'up' })
  await turn()
  equal(page.requestsOf('PUT /yun/user/group').length, 0)
  await sendMouse({ type: 'move', position: [0, 0] })
})

it('<sg-user-groups> moves a group without a pointer', async () => {
  const page = await openGroups(moving())
  await openMenu(page, 4)
  await page.press('Move to…')
  await pick(page, 'Office')
  await page.press('Move')
  await page.says('Moved West to Office')
  equal(page.requestsOf('PUT /yun/user/group')[0]?.body, { user_group_id: 4, parent_id: 5 })
})

it('<sg-user-groups> offers no place below a group itself to move it to', async () => {
  const page = await openGroups()
  await openMenu(page, 2)
  await page.press('Move to…')
  ;(await page.find('.dialog .select-button')).click()
  await page.named('Office')
  const isBarred = async (name: string) =>
    (await page.named(name, '[role=option]')).getAttribute('aria-disabled') === 'true'
  equal([await isBarred('East'), await isBarred('Line 1'), await isBarred('West')], [true, true, false])
})

it('<sg-user-groups> puts a group back that the server would not move, and says why', async () => {
  const page = await openGroups({
    'PUT /yun/user/group': () => new Refused('100003', [{ field: 'parent_id', message: 'not there' }]),
  })
  await openMenu(page, 4)
  await page.press('Move to…')
  await pick(page, 'Top level')
  await page.press('Move')
  await page.says('West was not moved: not there')
  await until('back', () => names(page).join() === 'Plant,East,Line 1,West,Office')
})

it('<sg-user-groups> checks a name before it is sent, and keeps what was typed when the server refuses it', async () => {
  const page = await openGroups({ 'POST /yun/user/group': () => new Refused('202002') })
  await page.press('New group')
  await page.fill({ group_name: '_North', remarks: 'All that stands in the north' })
  await page.press('Create group')
  equal((await page.wrongOf('group_name')).textContent, 'No underscore at the beginning or the end')
  await page.type('group_name', 'Northern half')
  await page.press('Create group')
  await page.says('At most 10 characters')
  equal(page.requestsOf('POST /yun/user/group').length, 0)
  await page.type('group_name', 'North')
  await page.press('Create group')
  await page.says('This name exists: choose another')
  equal(page.requestsOf('POST /yun/user/group')[0]?.body, {
    group_name: 'North',
    remarks: 'All that stands in the north',
    parent_id: null,
  })
  equal([await page.typedIn('group_name'), await page.typedIn('remarks')], ['North', 'All that stands in the north'])
})

it('<sg-user-groups> creates below the chosen group and opens what was made', async () => {
  let nodes = groups()
  const page = await openGroups({
    'GET /yun/user/group': () => nodes,
    'POST /yun/user/group': () => {
      nodes = [...nodes, group(6, 4, 'Line 2')]
      return { user_group_id: 6 }
    },
  })
  ;(await node(page, 4)).click()
  await page.press('New group below')
  await page.type('group_name', 'Line 2')
  await page.press('Create group')
  await page.find('[data-id="6"][aria-selected=true]')
  equal(page.requestsOf('POST /yun/user/group')[0]?.body, { group_name: 'Line 2', remarks: '', parent_id: 4 })
})

it('<sg-user-groups> says what to do first where a group is in use, also when only the server knows', async () => {
  const page = await openGroups({ 'DELETE /yun/user/group': () => new Refused('202003') })
  ;(await node(page, 2)).click()
  await page.press('More actions', 'Delete group')
  await page.says('In it: 1 user and 1 group.', 'Move or delete the users and the groups in it first.')
  equal(page.requestsOf('DELETE /yun/user/group').length, 0)
  ;(await page.named('Close', '.dialog .foot button')).click()
  ;(await node(page, 5)).click()
  await until('its panel', () => page.root.querySelector('.side-panel-title')?.textContent === 'Office')
  await page.press('More actions', 'Delete group', 'Delete Office')
  await page.says('Office is in use and cannot be deleted')
})

it('<sg-user-groups> leads to the users of a group', async () => {
  const page = await openGroups()
  ;(await node(page, 1)).click()
  await page.says('3 with the groups below')
  await page.press('Show users')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/team/user?group=1' } })
})

it('<sg-user-groups> is only looked at without the right to edit', async () => {
  const page = await openGroups({}, ['P51000'])
  const west = await node(page, 4)
  west.click()
  await page.find('.side-panel .fact')
  equal(
    page.buttons.filter((name) => name !== 'Close'),
    [],
  )
  key(west, 'ContextMenu')
  await turn()
  equal(page.root.querySelector('[role=menu]'), null)
})

it('<sg-user-groups> lets a second-level administrator change what is below the own group, not the group itself', async () => {
  const page = await openGroups({
    'GET /yun/userInfo': () => who({ user_id: 8, user_type: 2 }),
    'GET /yun/user/group': () => groups().slice(0, 4),
  })
  ;(await node(page, 1)).click()
  await page.says('This is your own group')
  equal([page.offers('Edit'), page.offers('More actions')], [false, false])
  ;(await node(page, 2)).click()
  await page.named('Edit')
})
