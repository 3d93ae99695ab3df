import { DAY_MS, HOUR_MS, WEEK_MS } from '../../core/catalogue/durations.ts'
import { END, kpi, measures, refused, START } from './alarm-kpi-pages.ts'
import { equal, until } from './check.ts'
import { type Screen, shown } from './screen-driver.ts'

const { kpiFile } = await import('../../elements/screens/alarm-kpi/kpi-file.ts')
const { formatFor } = await import('../../core/text/format.ts')

const CALL = 'GET /rAlarmDev/measures'
const open = (attributes = '', answers = {}) =>
  shown(`<sg-alarm-kpi lang="en" style="height: 900px" ${attributes}></sg-alarm-kpi>`, { ...kpi, ...answers }, [
    'P10000',
    'P73000',
  ])
const tiles = (page: Screen) =>
  until('the numbers', () => {
    const found = page.all('.kpi-tile').filter((tile) => tile.querySelector('.kpi-tile-value'))
    return (
      found.length > 0 &&
      Object.fromEntries(
        found.map((tile) => [
          tile.querySelector('h2')?.textContent,
          [tile.querySelector('.kpi-tile-value'), tile.querySelector('.kpi-verdict')].map((part) =>
            part?.textContent?.trim(),
          ),
        ]),
      )
    )
  })
const list = (page: Screen, name: string) =>
  until(name, () =>
    page.all(`.kpi-card table, .kpi-scroll[aria-label="${name}"]`).find((found) => found.ariaLabel === name),
  )
const query = (page: Screen) => Object.fromEntries(page.requestsOf(CALL)[0]?.query ?? [])

it('<sg-alarm-kpi> says each measure with its target and whether it is met', async () => {
  const page = await open()
  const found = await tiles(page)
  equal(found['Alarm rate'], ['0.08 in 10 min', 'Within'])
  equal(found['Peak in 10 minutes'], ['30', 'Far above'])
  equal(found['Hours above 30'], ['0.0 %', 'Within'])
  equal(found['Ten most frequent'], ['82.9 %', 'Far above'])
  equal(found['Chattering alarms'], ['1', 'Above'])
  equal(found['Stale alarms'], ['1', 'Within'])
  equal(found['Active now']?.[1], undefined)
  equal(page.texts('.kpi-tile-target').includes('WithinTarget 1, at most 2'), true)
})

it('<sg-alarm-kpi> requests what its attributes name', async () => {
  const page = await open(`sn="PUMP1" group="2" positions="3" bucket="week" start="${START}" end="${END}"`)
  await tiles(page)
  equal(query(page), {
    start: String(START),
    end: String(END),
    sn_code: 'PUMP1',
    group_id: '2',
    positions: '3',
    bucket: 'week',
  })
})

it('<sg-alarm-kpi> ends now where no end is named, and is as long as its range', async () => {
  const page = await open('range="7d"')
  await tiles(page)
  const { start, end, bucket } = query(page)
  equal([end, bucket], [undefined, 'day'])
  equal(Math.abs(Date.now() - WEEK_MS - Number(start)) < 60_000, true)
})

it('<sg-alarm-kpi> says a bar in words, and a press on it opens its alarms', async () => {
  const page = await open()
  const bars = await until('the bars', () => {
    const found = page.all<HTMLButtonElement>('.bars-bar')
    return found.length > 0 && found
  })
  equal(bars.length, 4)
  const flooded = bars[2] as HTMLButtonElement
  equal(/^2026-11-19: 30 alarms · Critical 5 .* · Flood 1\d min/.test(flooded.ariaLabel ?? ''), true)
  flooded.click()
  const day = Date.parse('2026-11-19T00:00Z')
  const span = { start: day, end: day + DAY_MS }
  equal(page.events.find(({ type }) => type === 'sg-span-open')?.detail, span)
  equal(page.events.find(({ type }) => type === 'sg-navigate')?.detail, {
    path: `/info/alarmHistory?start=${span.start}&end=${span.end}`,
  })
})

it('<sg-alarm-kpi> says of a bar how many of its alarms nobody was told of, which its history has as well', async () => {
  const day = Date.parse('2026-11-20T00:00Z')
  const late = { alarm_id: '1', alarm: 1, alarm_level: 2, recover_time: day + 2, confirm_time: null, is_late: true }
  const page = await open('', { [CALL]: () => measures([{ ...late, alarm_time: day + 1 }]) })
  const bars = await until('the bars', () => page.all('.bars-bar').length > 0 && page.all('.bars-bar'))
  equal(bars.at(-1)?.ariaLabel, '2026-11-20: 0 alarms · 1 more not shown to operators')
  await page.press('As a table')
  const table = await list(page, 'Alarms · By day')
  const place = [...table.querySelectorAll('thead th')].findIndex(
    ({ textContent }) => textContent === 'Not shown to operators',
  )
  equal(table.querySelector('tbody tr:last-child')?.children[place]?.textContent, '1')
})

it('<sg-alarm-kpi> shows the bars as a table, too', async () => {
  const page = await open()
  await page.press('As a table')
  const table = await list(page, 'Alarms · By day')
  equal(
    [...table.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent),
    ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
  )
  await page.press('As a chart')
  await until('the bars', () => page.all('.bars-bar').length === 4)
})

it('<sg-alarm-kpi> leads from a list to the alarm, unless the page takes care of it', async () => {
  const page = await open()
  const open_ = async () => (await list(page, 'Chattering alarms')).querySelector<HTMLElement>('.kpi-link')?.click()
  await open_()
  equal(page.events.find(({ type }) => type === 'sg-alarm-open')?.detail, {
    rule_id: '20',
    sn_code: 'PUMP1',
    alarm_name: '报警 20',
    start: START,
    end: END,
  })
  const path = page.events.find(({ type }) => type === 'sg-navigate')?.detail.path
  equal(Object.fromEntries(new URL(String(path), 'http://x').searchParams), {
    sn: 'PUMP1',
    search: 'Alarm 20',
    start: String(START),
    end: String(END),
  })
  page.events.length = 0
  page.element.addEventListener('sg-alarm-open', (event) => event.preventDefault())
  await open_()
  equal(
    page.events.some(({ type }) => type === 'sg-navigate'),
    false,
  )
})

it('<sg-alarm-kpi> shows the numbers alone where it is compact', async () => {
  const page = await open('compact')
  await tiles(page)
  equal(page.all('.kpi-head, .kpi-filters, .kpi-card').length, 0)
})

it('<sg-alarm-kpi> leaves open what the data does not reach back for, and says since when there is data', async () => {
  const page = await open('', { [CALL]: () => measures(undefined, END - HOUR_MS) })
  const found = await tiles(page)
  equal(found['Alarm rate']?.[1], 'Window too short')
  equal(found['Time in flood']?.[1], 'Window too short')
  await page.says('There is data since')
})

it('<sg-alarm-kpi> says what each measure was in the time range before, where there is data of it', async () => {
  const earlier = { start: START - (END - START), end: START }
  const two = [START - 7_200_000, START - HOUR_MS].map((alarm_time, i) => ({
    alarm_id: String(i),
    alarm: i,
    alarm_level: 3,
    alarm_time,
    recover_time: null,
    confirm_time: null,
    is_late: false,
  }))
  const answer = (since: number) => ({
    [CALL]: ({ query }: { query: URLSearchParams }) =>
      Number(query.get('start')) === earlier.start ? measures(two, since, earlier) : measures(),
  })
  const notes = async (since: number) => {
    const page = await open(`start="${START}" end="${END}"`, answer(since))
    await page.requested(CALL, 1)
    await tiles(page)
    return { page, before: () => page.texts('.kpi-tile-note').filter((note) => note?.startsWith('Before')) }
  }
  const known = await notes(earlier.start)
  await until('the numbers before', () => known.before().includes('Before: 1'))
  equal(known.before().length, known.page.all('.kpi-tile').length)
  const unknown = await notes(START - HOUR_MS)
  equal(unknown.before(), [])
})

it('<sg-alarm-kpi> says since when there is data where the time range has none', async () => {
  const page = await open('', { [CALL]: () => measures([], END + HOUR_MS) })
  const [said] = await until(
    'the empty state',
    () => page.texts('.notice-text').length > 0 && page.texts('.notice-text'),
  )
  equal(said, 'Alarms are known since 2026-11-20 21:00.')
  equal(page.all('.kpi-tile').length, 0)
})

it('<sg-alarm-kpi> keeps what it showed when it cannot be read anew', async () => {
  const played = await open()
  await refused(played)
  await until('the note', () => played.state === 'stale')
  equal((await tiles(played))['Alarm rate']?.[0], '0.08 in 10 min')
})

it('<sg-alarm-kpi> gives its numbers as a file in which no name is run as a formula', async () => {
  const found = measures()
  const [worst] = found.chattering.rows
  const rows = worst ? [{ ...worst, alarm_name_en: '=1+1, "x"' }] : []
  const { name, content } = kpiFile({ ...found, chattering: { count: 1, rows } }, found, 'en', formatFor('en', 'UTC'))
  equal(name, 'alarm-performance-2026-11-20.csv')
  const lines = (await content.text()).split('\r\n')
  const has = (begin: string) => equal([begin, lines.some((line) => line.startsWith(begin))], [begin, true])
  has('Alarm rate,0.08,in 10 min,"Target 1, at most 2",Within,0.08')
  has('2026-11-19,30,')
  has(`"'=1+1, ""x""",Pump 1,PUMP1,1,4,`)
})
