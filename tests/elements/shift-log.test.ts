import { equal, until } from './check.ts'
import { alarm } from './played-server.ts'
import { type Screen, shown, write } from './screen-driver.ts'
import { changedElsewhere, entry, logOf, openNow, shiftLog, WRITING } from './shift-log-pages.ts'

const area = (page: Screen) => page.find<HTMLTextAreaElement>('textarea')
const LOG = '<sg-shift-log lang="en"></sg-shift-log>'
const log = (answers: object = {}, attributes = '', rights = WRITING) =>
  shown(`<sg-shift-log lang="en" ${attributes}></sg-shift-log>`, { ...shiftLog, ...answers }, rights)

it('<sg-shift-log> shows what an entry said before it was corrected, and what was open at a handover', async () => {
  const page = await log()
  await page.says('Entry 1')
  await page.says('Corrected once')
  await page.says('What it said')
  await page.says('Critical 2 (1 unconfirmed)')
  await page.says('Vibration · Pump')
  await page.says('Tank')
  await page.says('Not taken over yet')
})

it('<sg-shift-log> offers nothing to write to who only reads', async () => {
  const page = await shown(LOG, { 'GET /shift/log': () => logOf(entry(1)) }, ['P73000', 'P73500'])
  await page.says('Entry 1')
  equal(page.text.includes('Write a note'), false)
  equal(page.text.includes('Hand over'), false)
})

it('<sg-shift-log> writes a note, and says what is missing', async () => {
  const page = await log({ 'POST /shift/log': () => entry(3) })
  await page.press('Write a note', 'Save')
  equal(await until('what is missing', () => page.messageAt('body')), 'Enter a text')
  write(await area(page), 'Filter changed')
  await page.press('Save')
  await page.says('Written in the shift log')
  equal((await page.requested('POST /shift/log')).body, { kind: 'note', body: 'Filter changed' })
})

it('<sg-shift-log> says what a handover lists before it is written', async () => {
  const page = await log({ 'POST /shift/log': () => entry(3, { kind: 'handover', open: openNow }) })
  await page.press('Hand over')
  await page.says('Listed with the handover')
  write(await area(page), 'All calm')
  await page.pressIn('.side-panel button', 'Hand over')
  await page.says('Handed over: the next operator takes over')
  equal((await page.requested('POST /shift/log')).body, { kind: 'handover', body: 'All calm' })
})

it('<sg-shift-log> takes a handover over, and says who did it already', async () => {
  const page = await log({ 'PUT /shift/log/take': () => entry(2) })
  await page.press('Take over')
  equal((await page.requested('PUT /shift/log/take')).body, { entry_id: 2 })
  await page.says('Taken over')
})

it('<sg-shift-log> corrects an own entry, what it says now as the first text', async () => {
  const page = await log({ 'PUT /shift/log': () => entry(1) })
  await page.press('Correct')
  equal((await area(page)).value, 'Entry 1')
  write(await area(page), 'Entry one')
  await page.press('Save')
  equal((await page.requested('PUT /shift/log')).body, { entry_id: 1, body: 'Entry one' })
})

it('<sg-shift-log> begins an entry about an alarm with its name, level and time, and about its device', async () => {
  const one = { alarm: alarm(), events: [], rationale: null, has_screen: false }
  const page = await log({ 'GET /rAlarmDev/one': () => one, 'POST /shift/log': () => entry(3) }, 'alarm="1"')
  await until('the text', async () => (await area(page)).value.startsWith('Alarm: '))
  await page.press('Save')
  const { body } = await page.requested('POST /shift/log')
  equal((body as { sn_code: string }).sn_code, one.alarm.sn_code)
  await until('told', () => page.events.some(({ detail }) => (detail as { alarm?: string }).alarm === ''))
})

it('<sg-shift-log> narrows by what its attributes name', async () => {
  const page = await log({}, 'sn="WW0001" author="Li (li)" kind="handover" start="1763600000000" end="1763700000000"')
  const { query } = await page.requested('GET /shift/log')
  equal(
    ['sn_code', 'user_name', 'kind', 'start', 'end'].map((name) => query.get(name)),
    ['WW0001', 'Li (li)', 'handover', '1763600000000', '1763700000000'],
  )
})

it('<sg-shift-log> reads the entries again when somebody else wrote one', async () => {
  const page = await log()
  await page.says('Entry 1')
  const before = page.requestsOf('GET /shift/log').length
  await changedElsewhere({ server: page.server, element: page.element } as never)
  await until('asked again', () => page.requestsOf('GET /shift/log').length > before)
})
