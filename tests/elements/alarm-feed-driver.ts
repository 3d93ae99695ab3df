import { sendMouse } from '@web/test-runner-commands'
import type { Alarm } from '../../core/contract/alarm.ts'
import { place, sg, until } from './check.ts'
import type { PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what is loaded later would find a copy.
await import('../../elements/screens/alarm-feed/index.ts')
export const { alarm, holding, playServer, pump, Refused } = await import('./played-server.ts')

export type Feed = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown; alarms: readonly Alarm[] }
export type Answers = NonNullable<Parameters<typeof playServer>[0]>

const open: PlayedServer[] = []
afterEach(async () => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
  await sendMouse({ type: 'move', position: [0, 0] })
})

export const NOW = Date.now()
export const one = (id: number, more: Partial<Alarm> = {}) =>
  alarm({
    alarm_id: String(id),
    rule_id: String(id),
    sn_code: `PUMP${id}`,
    dev_alias: `Pump ${id}`,
    alarm_name_en: `Alarm ${id}`,
    alarm_time: NOW - 60_000 + id,
    ...more,
  })
export const three = () => [one(3, { alarm_level: 5 }), one(2), one(1, { state: 'ACKED', confirm_time: NOW })]
const rationale = {
  cause: '',
  consequence: '',
  response: '',
  cause_en: 'Blocked intake',
  consequence_en: 'The pump runs dry',
  response_en: 'Stop the pump',
  condition: 'above',
  threshold: 90,
  threshold_high: null,
  dead_band: 2,
  no_data_s: null,
  on_delay_s: 0,
  off_delay_s: 0,
}
const group = (group_id: number, group_name: string) => ({
  group_id,
  group_name,
  parent_id: null,
  is_default: false,
  device_count: 2,
})
export const all = (body: Record<string, unknown>, code = '100001') => ({
  results: (body.alarm_ids as string[]).map((alarm_id) => ({ alarm_id, code })),
})
const answersOf = (rows: Alarm[]): Answers => ({
  'GET /rAlarmDev/feed': () => ({ rows, next: null, total: rows.length }),
  'GET /rAlarmDev/one': ({ query }) => ({
    alarm: rows.find(({ alarm_id }) => alarm_id === query.get('alarm_id')) ?? rows[0],
    events: [{ event_time: NOW - 60_000, alarm_type: 1, user_name: null, note: null, note_en: null }],
    rationale,
    has_screen: true,
  }),
  'GET /rAlarmDev/holds': () => ({ rows: [], suppressed: [] }),
  'GET /yun/dev/group': () => [group(1, 'Water'), group(2, 'Boilers')],
  'PUT /rAlarmDev/confirm': ({ body }) => all(body),
  'PUT /rAlarmDev/shelve': ({ body }) => all(body),
  'PUT /rAlarmDev/unshelve': ({ body }) => all(body),
  'PUT /rAlarmDev/release': () => ({}),
})

const TOLD = ['view-change', 'alarm-open', 'alarm-confirm', 'alarm-shelve', 'device-open', 'curve-open', 'navigate']

export async function shown(attributes = '', { rows = three(), answers = {} as Answers, isGuest = false } = {}) {
  const server = await playServer({ ...answersOf(rows), ...answers }, { isGuest })
  open.push(server)
  const box = place(`<sg-alarm-feed lang="en" ${attributes}></sg-alarm-feed>`)
  const feed = sg(box, 'sg-alarm-feed') as Feed
  feed.style.cssText = 'display: block; block-size: 480px'
  const heard: { type: string; detail: Record<string, unknown> }[] = []
  for (const type of TOLD)
    box.addEventListener(`sg-${type}`, (event) => heard.push({ type, detail: (event as CustomEvent).detail }))
  feed.connection = server.connection
  const played = { server, feed, heard, box }
  await until(`loaded, is ${feed.dataset.sgState}`, () => feed.dataset.sgState !== 'loading')
  return played
}

export const rowsOf = ({ shadowRoot }: Feed) =>
  Array.from(shadowRoot.querySelectorAll<HTMLElement>('.feed-rows > [role=row]'))
/** In the order in which they stand, whatever the order in which they were drawn. */
export const rowNames = (feed: Feed) =>
  rowsOf(feed)
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((row) => row.querySelector('.feed-name, .feed-heading-name')?.textContent)
export const names = (feed: Feed, wanted: readonly string[]) =>
  until(`${wanted}, are ${rowNames(feed)}`, () => JSON.stringify(rowNames(feed)) === JSON.stringify(wanted))
export const row = (feed: Feed, name: string) =>
  until(`a row ${name}`, () => rowsOf(feed).find((found) => found.textContent?.includes(name)))
export const textOf = ({ shadowRoot }: Feed) => shadowRoot.textContent ?? ''
export const says = (feed: Feed, wanted: string) =>
  until(`"${wanted}" in "${textOf(feed)}"`, () => textOf(feed).includes(wanted))
export const state = (feed: Feed, wanted: string) =>
  until(`state ${wanted}, is ${feed.dataset.sgState}`, () => feed.dataset.sgState === wanted)
const nameOf = ({ textContent, ariaLabel }: Element) => ariaLabel ?? textContent?.trim()
export const button = ({ shadowRoot }: Feed, name: string | RegExp) =>
  until(`a button ${name}`, () =>
    Array.from(shadowRoot.querySelectorAll('button')).find((found) => {
      const label = nameOf(found) ?? ''
      return !found.disabled && (typeof name === 'string' ? label === name : name.test(label))
    }),
  )
export const offers = ({ shadowRoot }: Feed, name: string) =>
  Array.from(shadowRoot.querySelectorAll('button')).some((found) => nameOf(found)?.startsWith(name))
export const check = async (feed: Feed, name: string) => (await row(feed, name)).querySelector('input')?.click()
const middle = (target: Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}
export const hover = async (feed: Feed, name: string) =>
  sendMouse({ type: 'move', position: middle(await row(feed, name)) })
export const push = ({ server }: { server: PlayedServer }, ...alarms: Alarm[]) => {
  for (const pushed of alarms) server.push({ type: 'alarm', alarm: pushed })
}
export const grid = ({ shadowRoot }: Feed) =>
  until('the grid', () => shadowRoot.querySelector<HTMLElement>('[role=grid]'))
