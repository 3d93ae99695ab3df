import { sendMouse } from '@web/test-runner-commands'
import type { DeviceGroupRow } from '../../core/contract/device-group.ts'
import { who } from './account-pages.ts'
import { equal, turn, until } from './check.ts'
import { deviceGroup, deviceGroups, EDITOR, grouped } from './device-group-pages.ts'
import { type Answers, key, middle, Refused, shown } from './screen-driver.ts'
import { names, node, openMenu, pick } from './team-driver.ts'

const GROUP = '/yun/dev/group'

const opened = (answers: Answers = {}, roles = EDITOR, attributes = '') =>
  shown(
    `<sg-device-groups lang="en" ${attributes}></sg-device-groups>`,
    { ...grouped, ...answers },
    roles,
    'block-size: 600px',
  )

/** A tree that takes what it is told. */
function moving(): Answers {
  let rows: readonly DeviceGroupRow[] = deviceGroups()
  return {
    [`GET ${GROUP}/tree`]: () => rows,
    [`PUT ${GROUP}`]: ({ body }: { body: Record<string, unknown> }) => {
      rows = rows.map((row) => (row.group_id === body.group_id ? { ...row, ...body } : row))
      return { group_id: body.group_id }
    },
    [`DELETE ${GROUP}`]: ({ query }: { query: URLSearchParams }) => {
      rows = rows.filter(({ group_id }) => String(group_id) !== query.get('group_id'))
      return { moved: query.has('devices_to') ? 2 : 0 }
    },
  }
}

it('<sg-device-groups> says of each group how many of its devices are in which state', async () => {
  const page = await opened()
  equal((await node(page, 1)).getAttribute('aria-label'), 'Plant, 1 faulty, 1 offline, 2 online')
  equal((await node(page, 5)).getAttribute('aria-label'), 'Office, 0 devices')
  ;(await node(page, 1)).click()
  await page.says('4 devices', '6 with the groups below', 'By the river')
  await page.press('Show devices')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/device?group=1' } })
})

it('<sg-device-groups> keeps what leads to what a search finds', async () => {
  const page = await opened({}, EDITOR, 'search="line"')
  await node(page, 3)
  equal(names(page), ['Plant', 'East', 'Line 1'])
  await page.press('Remove the filter Search: line')
  await node(page, 5)
})

it('<sg-device-groups> moves a group by drag, and back by undo', async () => {
  const page = await opened(moving())
  const office = await node(page, 5)
  await sendMouse({ type: 'move', position: middle(await node(page, 2)) })
  await sendMouse({ type: 'down' })
  const [x, y] = middle(office)
  await sendMouse({ type: 'move', position: [x, y - 6] })
  await sendMouse({ type: 'move', position: [x, y] })
  await until('held over it', () => office.dataset.drag === 'over')
  await sendMouse({ type: 'up' })
  await page.says('Moved East to Office')
  equal(page.requestsOf(`PUT ${GROUP}`)[0]?.body, { group_id: 2, parent_id: 5 })
  await page.press('Undo')
  await page.says('Moved East back to Plant')
  equal(page.requestsOf(`PUT ${GROUP}`)[1]?.body, { group_id: 2, parent_id: 1 })
  await sendMouse({ type: 'move', position: [0, 0] })
})

it('<sg-device-groups> drops a group on none that the user may not write', async () => {
  const rows = deviceGroups().map((row) => (row.group_id === 5 ? { ...row, may_edit: false, may_move: false } : row))
  const page = await opened({ [`GET ${GROUP}/tree`]: () => rows })
  const office = await node(page, 5)
  await sendMouse({ type: 'move', position: middle(await node(page, 2)) })
  await sendMouse({ type: 'down' })
  const [x, y] = middle(office)
  await sendMouse({ type: 'move', position: [x, y - 6] })
  await sendMouse({ type: 'move', position: [x, y] })
  await page.find('[data-dragging=nowhere]')
  await sendMouse({ type: 'up' })
  await turn()
  equal(page.requestsOf(`PUT ${GROUP}`).length, 0)
  await sendMouse({ type: 'move', position: [0, 0] })
})

it('<sg-device-groups> moves a group without a pointer', async () => {
  const page = await opened(moving())
  await openMenu(page, 4)
  await page.press('Move to…')
  await pick(page, 'Office')
  await page.press('Move')
  await page.says('Moved West to Office')
  equal(page.requestsOf(`PUT ${GROUP}`)[0]?.body, { group_id: 4, parent_id: 5 })
})

it('<sg-device-groups> puts a group back that the server would not move, and says why', async () => {
  const page = await opened({
    [`PUT ${GROUP}`]: () => new Refused('100006', [{ field: 'parent_id', message: 'too deep' }]),
  })
  await openMenu(page, 4)
  await page.press('Move to…')
  await pick(page, 'Top level')
  await page.press('Move')
  await page.says('West was not moved: too deep')
  await until('back', () => names(page).join() === 'All,Plant,East,Line 1,West,Office')
})

it('<sg-device-groups> checks a name before it is sent, and shows a taken one at its field', async () => {
  const page = await opened({ [`POST ${GROUP}`]: () => new Refused('112004') })
  await page.press('New group')
  await page.fill({ group_name: '_North', remarks: 'All that stands in the north' })
  await page.press('Create group')
  equal((await page.wrongOf('group_name')).textContent, 'No underscore at the beginning or the end')
  equal(page.requestsOf(`POST ${GROUP}`).length, 0)
  await page.type('group_name', 'plant')
  await page.press('Create group')
  await until('refused', async () =>
    (await page.wrongOf('group_name')).textContent?.includes('This device group name exists'),
  )
  equal(page.requestsOf(`POST ${GROUP}`)[0]?.body, {
    group_name: 'plant',
    remarks: 'All that stands in the north',
    parent_id: null,
  })
  equal(await page.typedIn('remarks'), 'All that stands in the north')
})

it('<sg-device-groups> creates below the chosen group and opens what was made', async () => {
  let rows = deviceGroups()
  const page = await opened({
    [`GET ${GROUP}/tree`]: () => rows,
    [`POST ${GROUP}`]: () => {
      rows = [...rows, deviceGroup(6, 4, 'Line 2')]
      return { group_id: 6 }
    },
  })
  ;(await node(page, 4)).click()
  await page.press('New group below')
  await page.type('group_name', 'Line 2')
  await page.press('Create group')
  await page.find('[data-id="6"][aria-selected=true]')
  equal(page.requestsOf(`POST ${GROUP}`)[0]?.body, { group_name: 'Line 2', remarks: '', parent_id: 4 })
})

it('<sg-device-groups> asks where the devices of a group go before it is deleted', async () => {
  const rows = deviceGroups().filter(({ group_id }) => group_id !== 3)
  const page = await opened({ ...moving(), [`GET ${GROUP}/tree`]: () => rows })
  await openMenu(page, 2)
  await page.press('Delete group')
  await page.says('Delete the group East?', 'Move its 2 devices to')
  await pick(page, 'Office')
  await page.press('Move devices and delete')
  await page.says('Deleted East; 2 devices moved to Office')
  const { query } = page.requestsOf(`DELETE ${GROUP}`)[0] ?? {}
  equal([query?.get('group_id'), query?.get('devices_to')], ['2', '5'])
})

it('<sg-device-groups> deletes an empty group after a question, and says why the server would not', async () => {
  const page = await opened({
    ...moving(),
    [`DELETE ${GROUP}`]: () => new Refused('112005', [{ field: 'group_id', message: 'is of the escalation Night' }]),
  })
  await openMenu(page, 5)
  await page.press('Delete group', 'Delete Office')
  await page.says('is of the escalation Night')
  page.answers[`DELETE ${GROUP}`] = moving()[`DELETE ${GROUP}`] as Answers[string]
  await page.press('Delete Office')
  await page.says('Deleted Office')
})

it('<sg-device-groups> keeps a group that has groups below it, and says what to do first', async () => {
  const page = await opened()
  await openMenu(page, 1)
  await page.press('Delete group')
  await page.says('Plant is in use and cannot be deleted', 'In it: 2 groups.')
  equal(page.requestsOf(`DELETE ${GROUP}`).length, 0)
})

it('<sg-device-groups> offers neither to move nor to delete the default group', async () => {
  const page = await opened()
  await openMenu(page, 9)
  await page.named('Edit', '[role=menuitem]')
  equal(
    page.all('[role=menuitem]').map((entry) => entry.textContent),
    ['New group below', 'Edit'],
  )
})

it('<sg-device-groups> is only looked at without the right to edit', async () => {
  const page = await opened({}, ['P31000'])
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

it('<sg-device-groups> lets a sub-user change the groups that may be written, and nothing at the top', async () => {
  const page = await opened({
    'GET /yun/userInfo': () => who({ user_id: 8, user_type: 3 }),
    [`GET ${GROUP}/tree`]: () => [
      deviceGroup(2, null, 'East', { may_move: false }),
      deviceGroup(3, 2, 'Line 1'),
      deviceGroup(5, null, 'Office', { may_edit: false, may_move: false }),
    ],
  })
  ;(await node(page, 5)).click()
  await page.says('You may only see this group.')
  equal([page.offers('Edit'), page.offers('New group below')], [false, false])
  await openMenu(page, 3)
  await page.press('Move to…')
  ;(await page.find('.dialog .select-button')).click()
  await page.named('Office', '[role=option]')
  const isBarred = async (name: string) =>
    (await page.named(name, '[role=option]')).getAttribute('aria-disabled') === 'true'
  equal(await isBarred('Office'), true)
  equal(
    page.all('[role=option]').some((option) => option.textContent === 'Top level'),
    false,
  )
})
