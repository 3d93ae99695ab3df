import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { equal, expectComplaint, until } from './check.ts'
import { alarm, type PlayedRequest } from './played-server.ts'
import { heard, key, type Screen, shown } from './screen-driver.ts'

/** A device's page as another page embeds it: there is no address that it could use. */
const page = (attributes: string) =>
  shown(`<sg-device-monitor lang="en" sn="PUMP1" points="flow" ${attributes}></sg-device-monitor>`, {
    'GET /yun/dev/his/ranges': () => [],
    'GET /yun/dev/his/data': () => ({
      rows: [{ data_time: Date.now() - 1000, key: 'flow', value: 1, quality: 'good' }],
      next: null,
    }),
    'GET /hDev': ({ query }: PlayedRequest) => ({
      source: 'raw',
      columns: [],
      rows: [[Number(query.get('start')), 1, 1, 1, 1, 1]],
      gaps: [],
    }),
    'GET /hAlarmDev': () => ({ rows: [alarm()], total: 1 }),
  })

const CALLS = { history: 'GET /yun/dev/his/data', curve: 'GET /hDev', alarms: 'GET /hAlarmDev' } as const
const TABS = { history: 'History', curve: 'Curve', alarms: 'Alarms' } as const
type Tab = keyof typeof TABS
const near = (a: number, b: number, withinMs: number) => Math.abs(a - b) <= withinMs

/** Opens a tab and answers what it asks for: from when to when, null for until now. */
async function askedBy(screen: Screen, tab: Tab): Promise<{ start: number; end: number | null }> {
  const before = screen.requestsOf(CALLS[tab]).length
  await screen.pressIn('[role=tab]', TABS[tab])
  const { query } = await screen.requested(CALLS[tab], before)
  const end = query.get('end')
  return { start: Number(query.get('start')), end: end === null ? null : Number(end) }
}

it('a time range that is chosen in one tab of a device holds in the others, and the page hears of it', async () => {
  const screen = await page('tab="history"')
  await screen.press('Last 24 hours', 'Last hour')
  await until('the page hears of it', () => screen.events.length > 0)
  equal(screen.events.at(-1), {
    type: 'sg-view-change',
    detail: { tab: 'history', range: 'hour', start: null, end: null },
  })
  for (const tab of ['curve', 'alarms', 'history'] as const) {
    const { start } = await askedBy(screen, tab)
    equal(near(start, Date.now() - HOUR_MS, 5 * MINUTE_MS), true)
    await screen.button('Last hour')
  }
  equal(screen.element.getAttribute('range'), 'hour')
})

it('a time range that a page gives to a device is that of each tab, until the page gives another', async () => {
  const start = Date.parse('2026-01-05T03:00:00Z')
  const screen = await page(`tab="values" start="${start}" end="${start + 5 * MINUTE_MS}"`)
  equal(await askedBy(screen, 'history'), { start, end: start + 5 * MINUTE_MS })
  equal(await askedBy(screen, 'alarms'), { start, end: start + 5 * MINUTE_MS })
  const curve = await askedBy(screen, 'curve')
  equal(near((curve.start + (curve.end ?? 0)) / 2, start + 150_000, 1000), true)
  const events = heard(screen.box, 'sg-view-change')
  const before = screen.requestsOf(CALLS.curve).length
  screen.element.setAttribute('start', String(start - DAY_MS))
  await until('the longer range', () =>
    screen
      .requestsOf(CALLS.curve)
      .slice(before)
      .some(({ query }) => Number(query.get('start')) < start - DAY_MS + HOUR_MS),
  )
  equal(events, [])
})

it('where panning a curve has led is the time range of the other tabs, and one press leads back', async () => {
  const start = Date.parse('2026-01-05T03:00:00Z')
  const screen = await page(`tab="curve" start="${start}" end="${start + HOUR_MS}"`)
  // Once there is a canvas the plot hears keys.
  await screen.find('.chart-canvas canvas')
  key(await screen.find('.chart-place'), 'ArrowLeft')
  await until('the page knows it', () => Number(screen.element.getAttribute('start')) < start)
  const from = Number(screen.element.getAttribute('start'))
  equal(near(from, start - HOUR_MS / 10, 1000), true)
  equal((await askedBy(screen, 'history')).start, from)
  await askedBy(screen, 'curve')
  await screen.press('Back to the chosen range')
  await until('back', () => Number(screen.element.getAttribute('start')) === start)
})

it('a time range that cannot be is refused in a sentence, and the last 24 hours are shown until another is chosen', async () => {
  const screen = await page('tab="history" start="2000" end="1000"')
  await screen.says(
    'The requested time range cannot be used: its end is not after its start. The last 24 hours are shown',
  )
  const { query } = await screen.requested(CALLS.history)
  equal(near(Number(query.get('start')), Date.now() - DAY_MS, 5 * MINUTE_MS), true)
  await screen.press('Last 24 hours', 'Last 7 days')
  await screen.gone('.monitor-wrong-range')
  equal([screen.element.getAttribute('range'), screen.element.hasAttribute('start')], ['week', false])
})

it('a time range that is no word of ours nor a number is refused by name', async () => {
  expectComplaint(/"fortnight" is none of hour/)
  expectComplaint(/"soon" is not a number/)
  const screen = await page('tab="history" range="fortnight" start="soon"')
  await screen.says('"fortnight" is none of hour, hours6', '"soon" is not a number')
  await screen.button('Last 24 hours')
})

it('a device page that begins at a moment shows its time in each tab, unless it names a range', async () => {
  const time = Date.now() - 5 * HOUR_MS
  const screen = await page(`tab="values" moment="flow@${time}"`)
  equal((await askedBy(screen, 'history')).start, time - HOUR_MS)
  equal((await askedBy(screen, 'alarms')).start, time - HOUR_MS)
  screen.element.setAttribute('range', 'hour')
  await screen.button('Last hour')
})

it('the dates of a time range are written with the year first', async () => {
  const screen = await page(
    `tab="history" start="${Date.parse('2026-01-05T03:00:00Z')}" end="${Date.parse('2026-01-06T03:00:00Z')}"`,
  )
  await screen.requested(CALLS.history)
  screen
    .all('button')
    .find(({ textContent }) => textContent?.startsWith('2026-01-05'))
    ?.click()
  const field = await screen.find('.date-input')
  await until('its date', () => /^2026-01-05/.test((field.textContent ?? '').replace(/[\u2066-\u2069]/g, '')))
})
