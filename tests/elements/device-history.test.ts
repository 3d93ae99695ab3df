import { equal, until } from './check.ts'
import { type Answers, shown } from './screen-driver.ts'

const ROLES = ['P30000', 'P100000']
const live = (attributes: string, answers: Answers) =>
  shown(`<sg-device-monitor lang="en" ${attributes}></sg-device-monitor>`, answers, ROLES)

const historyPage = (end: number) =>
  Array.from({ length: 500 }, (_, index) => ({
    data_time: end - index * 1000,
    key: 'flow',
    value: index,
    quality: 'good',
  }))
it('the history list loads older rows as they are scrolled to, and keeps few in the page', async () => {
  const page = await live('sn="PUMP1" tab="history"', {
    'GET /yun/dev/his/data': ({ query }) => {
      const end = Number(query.get('end'))
      return { rows: historyPage(end), next: end - 500_000 }
    },
  })
  await page.says('500 rows shown')
  const table = await page.find('.table')
  equal(page.requestsOf('GET /yun/dev/his/data').length, 1)
  table.scrollTop = table.scrollHeight
  await page.says('1000 rows shown')
  equal(page.all('.table-rows [role=row]').length < 80, true)
})
it('the history list shows a row a time with a column a point where its page asks for that, and exports it so', async () => {
  const time = Date.UTC(2026, 10, 20, 4, 5, 6)
  const asked: (string | null)[] = []
  const page = await live('sn="PUMP1" tab="history"', {
    'GET /yun/dev/his/data': ({ query }) => ({
      rows: [
        { data_time: time, key: 'flow', value: 12.5, quality: 'good' },
        { data_time: time, key: 'setpoint', value: 50, quality: 'bad' },
        { data_time: time - 1000, key: 'flow', value: 12.25, quality: 'good' },
        ...(query.get('carried') === 'true'
          ? [{ data_time: time - 1000, key: 'setpoint', value: 40, quality: 'good', since: time - 60_000 }]
          : []),
      ],
      next: null,
    }),
    'GET /yun/his/export': ({ query }) => {
      asked.push(query.get('table'))
      return new Response(JSON.stringify({ meta: { success: 0, code: '110541', message: '' }, data: null }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  await page.says('3 rows shown')
  await page.press('A row for each time')
  await page.says('2 rows shown')
  equal(page.events.at(-1), { type: 'sg-view-change', detail: { tab: 'history', table: 'times' } })
  equal(page.element.getAttribute('table'), 'times')
  // A long name is cut, what its values are in is not.
  const unit = await page.find('.table-unit')
  equal([unit.textContent, unit.scrollWidth > unit.clientWidth], ['m³/h', false])
  const [first, second] = page.texts('.table-rows [role=row]')
  equal([/12:05:06.*12\.5.*50/.test(first ?? ''), /12:05:05.*12\.\d+.*40/.test(second ?? '')], [true, true])
  // What was sent before is marked, with the time at which it was.
  equal(
    page.all('.carried').map(({ title }) => /12:04:06/.test(title)),
    [true],
  )
  await page.says('Values in grey italics were sent before and still in force')
  await page.press('Export')
  ;(await page.find('[role=menuitem]')).click()
  await page.says('The export exceeds 5000 rows')
  equal(asked, ['times'])
})

it('the history list says in its place why an export was refused', async () => {
  const page = await live('sn="PUMP1" tab="history"', {
    'GET /yun/dev/his/data': ({ query }) => ({ rows: historyPage(Number(query.get('end'))), next: null }),
    'GET /yun/his/export': () =>
      new Response(JSON.stringify({ meta: { success: 0, code: '110541', message: '' }, data: null }), {
        headers: { 'content-type': 'application/json' },
      }),
  })
  await page.press('Export')
  ;(await page.find('[role=menuitem]')).click()
  await page.says('The export exceeds 5000 rows')
})

it('the history list that is too long for a file with a row a value is exported with a row a time by one press', async () => {
  const asked: (string | null)[][] = []
  const page = await live('sn="PUMP1" tab="history"', {
    'GET /yun/dev/his/data': ({ query }) => ({ rows: historyPage(Number(query.get('end'))), next: null }),
    'GET /yun/his/export': ({ query }) => {
      asked.push([query.get('table'), query.get('format')])
      return new Response(JSON.stringify({ meta: { success: 0, code: '110541', message: '' }, data: null }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  await page.press('Export')
  ;(await page.find('[role=menuitem]')).click()
  await page.says('The export exceeds 5000 rows')
  await page.press('Export a row for each time')
  await until('asked again', () => asked.length === 2)
  await page.says('The export exceeds 5000 rows')
  equal(asked, [
    ['values', 'xlsx'],
    ['times', 'xlsx'],
  ])
  // Once that is too long as well, the range is what can be changed.
  equal(page.texts('button').includes('Export a row for each time'), false)
})
