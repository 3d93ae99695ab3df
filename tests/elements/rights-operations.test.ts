import { equal, turn, until } from './check.ts'
import type { Answers } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/operations/index.ts')
const { Refused } = await import('./played-server.ts')
const { box, key, operating, operations, press, says, shown } = await import('./rights-pages.ts')

const listed: Answers = { 'GET /user/privileges': () => operating }
const allDone: Answers = {
  ...listed,
  'PUT /user/privileges': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: '100001' })),
}
const matrix = '<sg-operations lang="en"></sg-operations>'

describe('<sg-operations>', () => {
  it('<sg-operations> locks what a role gives and what administrators hold, and says why', async () => {
    const { element, server } = await shown(matrix, allDone)
    for (const name of [
      'Create users: User 2 (by role: change it at the role)',
      'Create users: User 1 (an administrator holds everything)',
      'Delete users: User 4 (You do not hold this right)',
    ]) {
      const locked = await box(element, name)
      const was = locked.checked
      equal(was, !name.startsWith('Delete'))
      locked.click()
      await turn()
      equal(locked.checked, was)
    }
    equal(server.asks('PUT /user/privileges').length, 0)
  })

  it('<sg-operations> leaves to others what its user holds', async () => {
    const own = operations(7, { direct: ['P53100'] })
    const { element } = await shown(matrix, { 'GET /user/privileges': () => ({ rows: [own], total: 1 }) })
    await box(element, 'Create users: User 7 (nobody changes their own rights)')
  })

  it('<sg-operations> gives at once, and takes it back on undo', async () => {
    const { element, server } = await shown(matrix, allDone)
    const given = await box(element, 'Create users: User 4')
    given.click()
    await until('checked', () => given.checked)
    await says(element, 'Create users: given to User 4')
    await press(element, 'Undo')
    await until('taken back', () => server.asks('PUT /user/privileges').length === 2 && !given.checked)
    equal(
      server.asks('PUT /user/privileges').map(({ body }) => body),
      [true, false].map((is_allowed) => ({ user_ids: [4], code: 'P53100', is_allowed })),
    )
  })

  it('<sg-operations> puts a refused box back, and says why', async () => {
    let answer: () => unknown = () => new Refused('110321')
    const { element, server } = await shown(matrix, { ...listed, 'PUT /user/privileges': () => answer() })
    const given = await box(element, 'Create users: User 4')
    given.click()
    await says(element, 'Create users is unchanged for User 4')
    await until('unchecked', () => !given.checked)
    answer = () => [{ user_id: 3, code: '110310' }]
    const taken = await box(element, 'Create users: User 3')
    taken.click()
    await says(element, 'Create users is unchanged for User 3')
    await until('checked', () => taken.checked)
    equal(server.asks('PUT /user/privileges').length, 2)
  })

  it('<sg-operations> gives to all selected users for whom it is a change', async () => {
    const { element, server } = await shown(matrix, allDone)
    ;(await box(element, 'Select all')).click()
    await says(element, '4 users selected')
    await press(element, 'Create users for several users')
    await press(element, 'Give to 1 selected user', '[role=menuitem]')
    await until('asked', () => server.asks('PUT /user/privileges').length === 1)
    equal(server.asks('PUT /user/privileges')[0]?.body, { user_ids: [4], code: 'P53100', is_allowed: true })
  })

  it('<sg-operations> is one Tab stop that the arrows walk, cell by cell', async () => {
    const { element } = await shown(matrix, listed)
    const first = await box(element, 'Select User 1')
    first.focus()
    const label = () => element.shadowRoot.activeElement?.ariaLabel
    for (const [name, wanted] of [
      ['ArrowDown', 'Select User 2'],
      ['ArrowRight', 'Edit user groups: User 2 (You do not hold this right)'],
      ['Home', 'Select User 2'],
    ] as const) {
      key(element.shadowRoot.activeElement, name)
      await until(wanted, () => label()?.startsWith(wanted.split(' (')[0] ?? ''))
    }
    equal(element.shadowRoot.querySelectorAll('tbody [tabindex="0"]').length, 1)
  })

  it('<sg-operations> shows operations on devices in a tab of their own, and informs the page', async () => {
    const {
      element,
      server,
      box: page,
    } = await shown(matrix, {
      ...listed,
      'GET /dev/privileges': () => ({ rows: [operations(9, { direct: ['P30100'] })], total: 1 }),
    })
    const told: unknown[] = []
    page.addEventListener('sg-view-change', (event) => told.push((event as CustomEvent).detail))
    await press(element, 'On devices', '[role=tab]')
    equal((await box(element, 'Register devices: User 9')).checked, true)
    equal(told, [{ search: '', page: 1, kind: 'device' }])
    equal(server.asks('GET /dev/privileges').length, 1)
  })
})
