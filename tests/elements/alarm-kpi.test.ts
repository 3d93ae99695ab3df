import { DAY_MS, HOUR_MS, WEEK_MS } from '../../core/catalogue/durations.ts'
import type { Element } from './account-driver.ts'
import { equal, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await import('../../elements/screens/alarm-kpi/index.ts')
const { kpiFile } = await import('../../elements/screens/alarm-kpi/kpi-file.ts')
const { formatFor } = await import('../../core/text/format.ts')
const { button, shown } = await import('./account-driver.ts')
const { END, kpi, measures, refused, START } = await import('./alarm-kpi-pages.ts')

const CALL = 'GET /rAlarmDev/measures'
const open = async (attributes = '', answers = {}) => {
  const played = await shown(
    `<sg-alarm-kpi lang="en" style="height: 900px" ${attributes}></sg-alarm-kpi>`,
    { ...kpi, ...answers },
    ['P10000', 'P73000'],
  )
  for (const type of ['sg-alarm-open', 'sg-span-open'])
    played.element.addEventListener(type, (event) => played.told.push({ type, detail: (event as CustomEvent).detail }))
  return played
}
const all = <Found extends HTMLElement>({ shadowRoot }: Element, selector: string) => [
  ...shadowRoot.querySelectorAll<Found>(selector),
]
const texts = (element: Element, selector: string) =>
  all(element, selector).map(({ textContent }) => textContent?.trim())
const tiles = (element: Element) =>
  until('the numbers', () => {
    const found = all(element, '.kpi-tile').filter((tile) => tile.querySelector('.kpi-tile-value'))
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
const list = (element: Element, name: string) =>
  until(name, () =>
    all(element, `.kpi-card table, .kpi-scroll[aria-label="${name}"]`).find((found) => found.ariaLabel === name),
  )
const query = (server: Awaited<ReturnType<typeof open>>['server']) =>
  Object.fromEntries(server.asks(CALL)[0]?.query ?? [])

describe('<sg-alarm-kpi>', () => {
  it('<sg-alarm-kpi> says each measure with its target and whether it is met', async () => {
    const { element } = await open()
    const found = await tiles(element)
    equal(found['Alarm rate'], ['0.08 in 10 min', 'Within'])
    equal(found['Peak in 10 minutes'], ['30', 'Far above'])
    equal(found['Hours above 30'], ['0.0 %', 'Within'])
    equal(found['Ten most frequent'], ['82.9 %', 'Far above'])
    equal(found['Chattering alarms'], ['1', 'Above'])
    equal(found['Stale alarms'], ['1', 'Within'])
    equal(found['Standing now']?.[1], undefined)
    equal(texts(element, '.kpi-tile-target').includes('WithinTarget 1, at most 2'), true)
  })

  it('<sg-alarm-kpi> requests what its attributes name', async () => {
    const { server, element } = await open(
      `sn="PUMP1" group="2" positions="3" bucket="week" start="${START}" end="${END}"`,
    )
    await tiles(element)
    equal(query(server), {
      start: String(START),
      end: String(END),
      sn_code: 'PUMP1',
      group_id: '2',
      positions: '3',
      bucket: 'week',
    })
  })

  it('<sg-alarm-kpi> ends now where no end is named, and is as long as its range', async () => {
    const { server, element } = await open('range="7d"')
    await tiles(element)
    const { start, end, bucket } = query(server)
    equal([end, bucket], [undefined, 'day'])
    equal(Math.abs(Date.now() - WEEK_MS - Number(start)) < 60_000, true)
  })

  it('<sg-alarm-kpi> says a bar in words, and a press on it opens its alarms', async () => {
    const { element, told } = await open()
    const bars = await until('the bars', () => {
      const found = all<HTMLButtonElement>(element, '.bars-bar')
      return found.length > 0 && found
    })
    equal(bars.length, 4)
    const flooded = bars[2] as HTMLButtonElement
    equal(/^2026-11-19: 30 alarms · Critical 5 .* · Flood 1\d min/.test(flooded.ariaLabel ?? ''), true)
    flooded.click()
    const day = Date.parse('2026-11-19T00:00Z')
    const span = { start: day, end: day + DAY_MS }
    equal(told.find(({ type }) => type === 'sg-span-open')?.detail, span)
    equal(told.find(({ type }) => type === 'sg-navigate')?.detail, {
      path: `/info/alarmHistory?start=${span.start}&end=${span.end}`,
    })
  })

  it('<sg-alarm-kpi> says of a bar how many of its alarms nobody was told of, which its history has as well', async () => {
    const day = Date.parse('2026-11-20T00:00Z')
    const late = { alarm_id: '1', alarm: 1, alarm_level: 2, recover_time: day + 2, confirm_time: null, is_late: true }
    const { element } = await open('', { [CALL]: () => measures([{ ...late, alarm_time: day + 1 }]) })
    const bars = await until(
      'the bars',
      () => all<HTMLElement>(element, '.bars-bar').length > 0 && all(element, '.bars-bar'),
    )
    equal(bars.at(-1)?.ariaLabel, '2026-11-20: 0 alarms · 1 more not annunciated')
    ;(await button(element, 'As a table')).click()
    const table = await list(element, 'Alarms · By day')
    const place = [...table.querySelectorAll('thead th')].findIndex(
      ({ textContent }) => textContent === 'Not annunciated',
    )
    equal(table.querySelector('tbody tr:last-child')?.children[place]?.textContent, '1')
  })

  it('<sg-alarm-kpi> shows the bars as a table, too', async () => {
    const { element } = await open()
    ;(await button(element, 'As a table')).click()
    const table = await list(element, 'Alarms · By day')
    equal(
      [...table.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent),
      ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    )
    ;(await button(element, 'As a chart')).click()
    await until('the bars', () => all(element, '.bars-bar').length === 4)
  })

  it('<sg-alarm-kpi> leads from a list to the alarm, unless the page takes care of it', async () => {
    const { element, told } = await open()
    const open_ = async () =>
      (await list(element, 'Chattering alarms')).querySelector<HTMLElement>('.kpi-link')?.click()
    await open_()
    equal(told.find(({ type }) => type === 'sg-alarm-open')?.detail, {
      rule_id: '20',
      sn_code: 'PUMP1',
      alarm_name: '报警 20',
      start: START,
      end: END,
    })
    const { path } = (told.find(({ type }) => type === 'sg-navigate') as { detail: { path: string } }).detail
    equal(Object.fromEntries(new URL(path, 'http://x').searchParams), {
      sn: 'PUMP1',
      search: 'Alarm 20',
      start: String(START),
      end: String(END),
    })
    told.length = 0
    element.addEventListener('sg-alarm-open', (event) => event.preventDefault())
    await open_()
    equal(
      told.some(({ type }) => type === 'sg-navigate'),
      false,
    )
  })

  it('<sg-alarm-kpi> shows the numbers alone where it is compact', async () => {
    const { element } = await open('compact')
    await tiles(element)
    equal(all(element, '.kpi-head, .kpi-filters, .kpi-card').length, 0)
  })

  it('<sg-alarm-kpi> leaves open what the data does not reach back for, and says since when there is data', async () => {
    const { element } = await open('', { [CALL]: () => measures(undefined, END - HOUR_MS) })
    const found = await tiles(element)
    equal(found['Alarm rate']?.[1], 'Window too short')
    equal(found['Time in flood']?.[1], 'Window too short')
    await until('the sentence', () => element.shadowRoot.textContent?.includes('There is data since'))
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
      const { element, server } = await open(`start="${START}" end="${END}"`, answer(since))
      await until('both answers', () => server.asks(CALL).length === 2)
      await tiles(element)
      return { element, before: () => texts(element, '.kpi-tile-note').filter((note) => note?.startsWith('Before')) }
    }
    const known = await notes(earlier.start)
    await until('the numbers before', () => known.before().includes('Before: 1'))
    equal(known.before().length, all(known.element, '.kpi-tile').length)
    const unknown = await notes(START - HOUR_MS)
    equal(unknown.before(), [])
  })

  it('<sg-alarm-kpi> says since when there is data where the time range has none', async () => {
    const { element } = await open('', { [CALL]: () => measures([], END + HOUR_MS) })
    const [said] = await until(
      'the empty state',
      () => texts(element, '.notice-text').length > 0 && texts(element, '.notice-text'),
    )
    equal(said, 'Alarms are known since 2026-11-20 21:00.')
    equal(all(element, '.kpi-tile').length, 0)
  })

  it('<sg-alarm-kpi> keeps what it showed when it cannot be read anew', async () => {
    const played = await open()
    await refused(played)
    await until('the note', () => played.element.dataset.sgState === 'stale')
    equal((await tiles(played.element))['Alarm rate']?.[0], '0.08 in 10 min')
  })

  it('<sg-alarm-kpi> gives its numbers as a file in which no name is run as a formula', async () => {
    const found = measures()
    const [worst] = found.chattering.rows
    const rows = worst ? [{ ...worst, alarm_name_en: '=1+1, "x"' }] : []
    const { name, content } = kpiFile({ ...found, chattering: { count: 1, rows } }, found, 'en', formatFor('en', 'UTC'))
    equal(name, 'alarm-measures-2026-11-20.csv')
    const lines = (await content.text()).split('\r\n')
    const has = (begin: string) => equal([begin, lines.some((line) => line.startsWith(begin))], [begin, true])
    has('Alarm rate,0.08,in 10 min,"Target 1, at most 2",Within,0.08')
    has('2026-11-19,30,')
    has(`"'=1+1, ""x""",Pump 1,PUMP1,1,4,`)
  })
})
