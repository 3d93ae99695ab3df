import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown } from './screen-driver.ts'
import { chooseUsers as chooseRows } from './team-driver.ts'

const TAG = 'PUT /dev/tags'
const row = (n: number, tags: string[]) =>
  pump({ sn_code: `P${n}`, dev_alias: `Pump P${n}`, group_name: 'Hall', may_edit: true, tags })
const answers: Answers = {
  'GET /dev': () => ({ rows: [row(1, ['North']), row(2, ['spare'])], total: 2 }),
  'GET /dev/tags': () => [
    { tag: 'North', device_count: 1 },
    { tag: 'spare', device_count: 1 },
  ],
  'GET /dev/counts': () => ({ online: 2, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /yun/dev/group': () => [],
  [TAG]: ({ body }) => (body as { sn_codes: string[] }).sn_codes.map((id) => ({ id, code: null })),
}
const opened = (more: Answers = {}) =>
  shown(
    '<sg-device-list lang="en"></sg-device-list>',
    { ...answers, ...more },
    ['P30000', 'P30200', 'P100000'],
    'block-size: 700px',
  )
const choose = async (more: Answers = {}) => {
  const page = await opened(more)
  await page.find('.table-rows [role=row]')
  await chooseRows(page, 'Pump P1', 'Pump P2')
  await page.press('Tags…')
  await page.says('Tags of 2 devices')
  return page
}

it('<sg-device-list> gives tags to the selected devices, typed and of those in use, and takes others away', async () => {
  const page = await choose()
  await page.type('add', 'critical')
  await page.press('North')
  page.all('.device-tags-known label').at(-1)?.click()
  await page.press('Save')
  await until('they are sent', () => page.bodies(TAG).length === 1)
  equal(page.bodies(TAG), [{ sn_codes: ['P1', 'P2'], add: ['critical', 'North'], remove: ['spare'] }])
  await page.gone('.dialog')
})

it('<sg-device-list> says at the field what is wrong with tags, and of each device that keeps its own why', async () => {
  const page = await choose({ [TAG]: () => new Refused('100006', [{ field: 'add', message: 'is too much' }]) })
  await page.type('add', 'x'.repeat(25))
  await page.press('Save')
  await page.says('A tag has 24 characters at most')
  equal(page.bodies(TAG), [])
  await page.type('add', 'critical')
  await page.press('Save')
  await page.says('is too much')
  page.answers[TAG] = () => [
    { id: 'P1', code: null },
    { id: 'P2', code: '110539' },
  ]
  await page.press('Save')
  await page.says('Pump P2: You have no right to write to this device')
})

it('<sg-device-list> filters by a tag, and has a column of them where any device has one', async () => {
  const page = await opened()
  await page.says('North', 'spare')
  await page.choose('Tag', 'spare')
  await until('the rows are asked for', () => page.requestsOf('GET /dev').at(-1)?.query.get('tag') === 'spare')
  await page.says('Tag: spare')
  const without = await opened({ 'GET /dev/tags': () => [] })
  await without.find('.table-rows [role=row]')
  equal(without.texts('[role=columnheader]').includes('Tags'), false)
})
