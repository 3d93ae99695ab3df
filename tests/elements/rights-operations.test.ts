import { equal, turn, until } from './check.ts'
import { HELD, MORE, oneRole, operating, operations } from './rights-pages.ts'
import { type Answers, key, Refused, shown } from './screen-driver.ts'

const openRights = (markup: string, answers: Answers = {}, roles = [...HELD, ...MORE]) =>
  shown(markup, { ...oneRole, ...answers }, roles)
const listed: Answers = { 'GET /user/privileges': () => operating }
const allDone: Answers = {
  ...listed,
  'PUT /user/privileges': ({ body }) => (body.user_ids as number[]).map((user_id) => ({ user_id, code: '100001' })),
}
const matrix = '<sg-operations lang="en"></sg-operations>'

it('<sg-operations> locks what a role gives and what administrators hold, and says why', async () => {
  const page = await openRights(matrix, allDone)
  for (const name of [
    'Create users: User 2 (by role: change it at the role)',
    'Create users: User 1 (an administrator holds everything)',
    'Delete users: User 4 (You do not hold this right)',
  ]) {
    const locked = await page.input(name)
    const was = locked.checked
    equal(was, !name.startsWith('Delete'))
    locked.click()
    await turn()
    equal(locked.checked, was)
  }
  equal(page.requestsOf('PUT /user/privileges').length, 0)
})

it('<sg-operations> leaves to others what its user holds', async () => {
  const own = operations(7, { direct: ['P53100'] })
  const page = await openRights(matrix, { 'GET /user/privileges': () => ({ rows: [own], total: 1 }) })
  await page.input('Create users: User 7 (nobody changes their own rights)')
})

it('<sg-operations> gives at once, and takes it back on undo', async () => {
  const page = await openRights(matrix, allDone)
  const input = await page.input('Create users: User 4')
  input.click()
  await until('checked', () => input.checked)
  await page.says('Create users: granted to User 4')
  await page.press('Undo')
  await until('taken back', () => page.requestsOf('PUT /user/privileges').length === 2 && !input.checked)
  equal(
    page.bodies('PUT /user/privileges'),
    [true, false].map((is_allowed) => ({ user_ids: [4], code: 'P53100', is_allowed })),
  )
})

it('<sg-operations> puts a refused box back, and says why', async () => {
  let answer: () => unknown = () => new Refused('110321')
  const page = await openRights(matrix, { ...listed, 'PUT /user/privileges': () => answer() })
  const input = await page.input('Create users: User 4')
  input.click()
  await page.says('Create users is unchanged for User 4')
  await until('unchecked', () => !input.checked)
  answer = () => [{ user_id: 3, code: '110310' }]
  const taken = await page.input('Create users: User 3')
  taken.click()
  await page.says('Create users is unchanged for User 3')
  await until('checked', () => taken.checked)
  equal(page.requestsOf('PUT /user/privileges').length, 2)
})

it('<sg-operations> asks again what users may do when no answer says whether a right was granted', async () => {
  let rows = [operations(4)]
  const page = await openRights(matrix, {
    ...listed,
    'GET /user/privileges': () => ({ rows, total: 1 }),
    'PUT /user/privileges': () => {
      rows = [operations(4, { direct: ['P53100'] })]
      throw new TypeError('Failed to fetch')
    },
  })
  const input = await page.input('Create users: User 4')
  input.click()
  await page.says('Create users for User 4: The server did not answer')
  await until('as the server has it', () => input.checked)
})

it('<sg-operations> gives to all selected users for whom it is a change', async () => {
  const page = await openRights(matrix, allDone)
  ;(await page.input('Select all')).click()
  await page.says('4 users selected')
  await page.press('Create users for several users', 'Grant to 1 selected user')
  equal((await page.requested('PUT /user/privileges')).body, { user_ids: [4], code: 'P53100', is_allowed: true })
})

it('<sg-operations> fades at its end as long as there are more rights beside', async () => {
  const page = await openRights('<sg-operations lang="en" style="width: 600px"></sg-operations>', listed)
  await page.input('Select User 1')
  const box = await page.find('.matrix')
  const fades = () => getComputedStyle(box).maskImage !== 'none'
  await until('it fades', fades)
  box.scrollLeft = box.scrollWidth
  await until('the end is whole', () => !fades())
  box.scrollLeft = 0
  await until('it fades again', fades)
  page.element.style.cssText = 'width: 4000px; max-width: none'
  await until('all is in sight', () => !fades())
})

it('<sg-operations> is one Tab stop that the arrows walk, cell by cell', async () => {
  const page = await openRights(matrix, listed)
  const first = await page.input('Select User 1')
  first.focus()
  const label = () => page.focused?.ariaLabel
  for (const [name, wanted] of [
    ['ArrowDown', 'Select User 2'],
    ['ArrowRight', 'Edit user groups: User 2 (You do not hold this right)'],
    ['Home', 'Select User 2'],
  ] as const) {
    key(page.focused, name)
    await until(wanted, () => label()?.startsWith(wanted.split(' (')[0] ?? ''))
  }
  equal(page.all('tbody [tabindex="0"]').length, 1)
})

it('<sg-operations> shows operations on devices in a tab of their own, and informs the page', async () => {
  const page = await openRights(matrix, {
    ...listed,
    'GET /dev/privileges': () => ({ rows: [operations(9, { direct: ['P30100'] })], total: 1 }),
  })
  await page.press('On devices')
  equal((await page.input('Register devices: User 9')).checked, true)
  equal(page.events, [{ type: 'sg-view-change', detail: { search: '', page: 1, kind: 'device' } }])
  equal(page.requestsOf('GET /dev/privileges').length, 1)
})
