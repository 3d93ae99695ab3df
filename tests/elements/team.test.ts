import { sendKeys, sendMouse } from '@web/test-runner-commands'
import { equal, turn, until } from './check.ts'
import type { Answers } from './team-driver.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/user-groups/index.ts')
const { Refused } = await import('./played-server.ts')
const { find, key, named, press, says, type } = await import('./rights-pages.ts')
const { buttons, middle, moving, names, node, offers, opened, openMenu, pick, typedIn, wrongOf } = await import(
  './team-driver.ts'
)
const { group, groups, who } = await import('./team-pages.ts')

const openGroups = (answers?: Answers, roles?: string[]) =>
  opened('<sg-user-groups lang="en"></sg-user-groups>', answers, roles)

describe('<sg-user-groups>', () => {
  it('<sg-user-groups> is walked with the arrows, found by letters, and opened with Enter', async () => {
    const { element } = await openGroups()
    ;(await node(element, 1)).focus()
    const focused = () => element.shadowRoot.activeElement
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
    await until('closed', () => !element.shadowRoot.querySelector('[data-id="3"]'))
    await go('w', 4)
    key(focused(), 'Enter')
    await until('its panel', () => element.shadowRoot.querySelector('.side-panel-title')?.textContent === 'West')
    equal((await node(element, 4)).getAttribute('aria-selected'), 'true')
  })

  it('<sg-user-groups> keeps what leads to what a search finds', async () => {
    const { element } = await opened('<sg-user-groups lang="en" search="line"></sg-user-groups>')
    await node(element, 3)
    equal(names(element), ['Plant', 'East', 'Line 1'])
    await press(element, 'Remove the filter Search: line')
    await node(element, 5)
  })

  it('<sg-user-groups> gives the focus back to the tree when what a menu opened is closed', async () => {
    const { element } = await openGroups()
    await openMenu(element, 4)
    await press(element, 'Edit', '[role=menuitem]')
    await find(element, '[name=group_name]')
    await press(element, 'Cancel')
    await until('back', () => element.shadowRoot.activeElement?.closest('[data-id="4"]'))
  })

  it('<sg-user-groups> moves a group by drag, and back by undo', async () => {
    const { element, server } = await openGroups(moving())
    const office = await node(element, 5)
    await sendMouse({ type: 'move', position: middle(await node(element, 2)) })
    await sendMouse({ type: 'down' })
    const [x, y] = middle(office)
    await sendMouse({ type: 'move', position: [x, y - 6] })
    await sendMouse({ type: 'move', position: [x, y] })
    await until('held over it', () => office.dataset.drag === 'over')
    await sendMouse({ type: 'up' })
    await says(element, 'Moved East to Office')
    equal(server.asks('PUT /yun/user/group')[0]?.body, { user_group_id: 2, parent_id: 5 })
    await until('moved', () => names(element).join() === 'Plant,West,Office,East,Line 1')
    equal(element.shadowRoot.querySelector('.side-panel'), null)
    await press(element, 'Undo')
    await says(element, 'Moved East back to Plant')
    equal(server.asks('PUT /yun/user/group')[1]?.body, { user_group_id: 2, parent_id: 1 })
    await until('back', () => names(element).join() === 'Plant,East,Line 1,West,Office')
    await sendMouse({ type: 'move', position: [0, 0] })
  })

  it('<sg-user-groups> drops no group on itself or below itself, and lets go on Escape', async () => {
    const { element, server } = await openGroups(moving())
    await sendMouse({ type: 'move', position: middle(await node(element, 1)) })
    await sendMouse({ type: 'down' })
    for (const id of [2, 3, 1]) {
      const [x, y] = middle(await node(element, id))
      await sendMouse({ type: 'move', position: [x + 7, y] })
      await until('held over nothing', () => element.shadowRoot.querySelector('[data-dragging=nowhere]'))
    }
    const office = await node(element, 5)
    await sendMouse({ type: 'move', position: middle(office) })
    await until('held over it', () => office.dataset.drag === 'over')
    await sendKeys({ press: 'Escape' })
    await until('let go', () => !element.shadowRoot.querySelector('[data-dragging]'))
    await sendMouse({ type: 'up' })
    await turn()
    equal(server.asks('PUT /yun/user/group').length, 0)
    await sendMouse({ type: 'move', position: [0, 0] })
  })

  it('<sg-user-groups> moves a group without a pointer', async () => {
    const { element, server } = await openGroups(moving())
    await openMenu(element, 4)
    await press(element, 'Move to…', '[role=menuitem]')
    await pick(element, 'Office')
    await press(element, 'Move')
    await says(element, 'Moved West to Office')
    equal(server.asks('PUT /yun/user/group')[0]?.body, { user_group_id: 4, parent_id: 5 })
  })

  it('<sg-user-groups> offers no place below a group itself to move it to', async () => {
    const { element } = await openGroups()
    await openMenu(element, 2)
    await press(element, 'Move to…', '[role=menuitem]')
    ;(await find(element, '.dialog .select-button')).click()
    await named(element, 'Office', '[role=option]')
    const isBarred = async (name: string) =>
      (await named(element, name, '[role=option]')).getAttribute('aria-disabled') === 'true'
    equal([await isBarred('East'), await isBarred('Line 1'), await isBarred('West')], [true, true, false])
  })

  it('<sg-user-groups> puts a group back that the server would not move, and says why', async () => {
    const { element } = await openGroups({
      'PUT /yun/user/group': () => new Refused('100003', [{ field: 'parent_id', message: 'not there' }]),
    })
    await openMenu(element, 4)
    await press(element, 'Move to…', '[role=menuitem]')
    await pick(element, 'Top level')
    await press(element, 'Move')
    await says(element, 'West was not moved: not there')
    await until('back', () => names(element).join() === 'Plant,East,Line 1,West,Office')
  })

  it('<sg-user-groups> checks a name before it is sent, and keeps what was typed when the server refuses it', async () => {
    const { element, server } = await openGroups({ 'POST /yun/user/group': () => new Refused('202002') })
    await press(element, 'New group')
    await type(element, 'group_name', '_North')
    await type(element, 'remarks', 'All that stands in the north')
    await press(element, 'Create group')
    equal((await wrongOf(element, 'group_name')).textContent, 'No underscore at the beginning or the end')
    await type(element, 'group_name', 'Northern half')
    await press(element, 'Create group')
    await says(element, 'At most 10 characters')
    equal(server.asks('POST /yun/user/group').length, 0)
    await type(element, 'group_name', 'North')
    await press(element, 'Create group')
    await says(element, 'This name exists: choose another')
    equal(server.asks('POST /yun/user/group')[0]?.body, {
      group_name: 'North',
      remarks: 'All that stands in the north',
      parent_id: null,
    })
    equal([typedIn(element, 'group_name'), typedIn(element, 'remarks')], ['North', 'All that stands in the north'])
  })

  it('<sg-user-groups> creates below the chosen group and opens what was made', async () => {
    let nodes = groups()
    const { element, server } = await openGroups({
      'GET /yun/user/group': () => nodes,
      'POST /yun/user/group': () => {
        nodes = [...nodes, group(6, 4, 'Line 2')]
        return { user_group_id: 6 }
      },
    })
    ;(await node(element, 4)).click()
    await press(element, 'New group below')
    await type(element, 'group_name', 'Line 2')
    await press(element, 'Create group')
    await until('made', () => element.shadowRoot.querySelector('[data-id="6"][aria-selected=true]'))
    equal(server.asks('POST /yun/user/group')[0]?.body, { group_name: 'Line 2', remarks: '', parent_id: 4 })
  })

  it('<sg-user-groups> says what to do first where a group is in use, also when only the server knows', async () => {
    const { element, server } = await openGroups({ 'DELETE /yun/user/group': () => new Refused('202003') })
    ;(await node(element, 2)).click()
    await press(element, 'More actions')
    await press(element, 'Delete group', '[role=menuitem]')
    await says(element, 'In it: 1 user and 1 group.')
    await says(element, 'Move or delete the users and the groups in it first.')
    equal(server.asks('DELETE /yun/user/group').length, 0)
    ;(await named(element, 'Close', '.dialog-foot button')).click()
    ;(await node(element, 5)).click()
    await until('its panel', () => element.shadowRoot.querySelector('.side-panel-title')?.textContent === 'Office')
    await press(element, 'More actions')
    await press(element, 'Delete group', '[role=menuitem]')
    await press(element, 'Delete Office')
    await says(element, 'Office is in use and cannot be deleted')
  })

  it('<sg-user-groups> leads to the users of a group', async () => {
    const { element, box } = await openGroups()
    const told: unknown[] = []
    box.addEventListener('sg-navigate', (event) => told.push((event as CustomEvent).detail))
    ;(await node(element, 1)).click()
    await says(element, '3 with the groups below')
    await press(element, 'Show users')
    equal(told, [{ path: '/team/user?group=1' }])
  })

  it('<sg-user-groups> is only looked at without the right to edit', async () => {
    const { element } = await openGroups({}, ['P51000'])
    const west = await node(element, 4)
    west.click()
    await find(element, '.side-panel .fact')
    equal(
      buttons(element).filter((name) => name !== 'Close'),
      [],
    )
    key(west, 'ContextMenu')
    await turn()
    equal(element.shadowRoot.querySelector('[role=menu]'), null)
  })

  it('<sg-user-groups> lets a second-level administrator change what is below the own group, not the group itself', async () => {
    const { element } = await openGroups({
      'GET /yun/userInfo': () => who({ user_id: 8, user_type: 2 }),
      'GET /yun/user/group': () => groups().slice(0, 4),
    })
    ;(await node(element, 1)).click()
    await says(element, 'This is your own group')
    equal([offers(element, 'Edit'), offers(element, 'More actions')], [false, false])
    ;(await node(element, 2)).click()
    await named(element, 'Edit')
  })
})
