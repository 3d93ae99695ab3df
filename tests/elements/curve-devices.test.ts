import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { equal, place, until } from './check.ts'
import { type Answers, type PlayedRequest, playServer, point, pump } from './played-server.ts'
import { closing, loadScreens, Refused, Screen } from './screen-driver.ts'

const other = (n: number) =>
  pump({
    sn_code: `PUMP${n}`,
    dev_alias: `Pump ${n}`,
    points: [point('flow', { unit: 'm³/h', decimals: 1 }), ...(n === 2 ? [point('setpoint')] : [])],
  })
const ALL = [1, 2, 3, 4, 5].map((n) => (n === 1 ? pump() : other(n)))
const TANK = pump({ sn_code: 'TANK1', dev_alias: 'Tank', points: [point('level')] })
const at = (request: PlayedRequest, ...names: string[]) => names.map((name) => Number(request.query.get(name)))

/** A device's curve beside other devices, of which each has the value of its number. */
const answers: Answers = {
  'GET /yun/dev/his/ranges': () => [],
  'GET /dev': ({ query }) => {
    const rows = query.has('keys') ? ALL : [...ALL, TANK]
    return { rows, total: rows.length }
  },
  'GET /dev/basic': ({ query }) =>
    [...ALL, TANK].find(({ sn_code }) => sn_code === query.get('sn_code')) ?? new Refused('110509'),
  'GET /hDev': (request) => {
    const [start = 0, end = 0, width = 1] = at(request, 'start', 'end', 'width')
    const value = Number(request.query.get('sn_code')?.slice(-1))
    const rows = Array.from({ length: width }, (_, column) => {
      return [start + Math.round((column * (end - start)) / width), value, value, value, value, 1]
    })
    return { source: 'raw', columns: [], rows, gaps: [], mean: value }
  },
}

async function page(attributes = '', more: Answers = {}, guest = false) {
  const markup = `<sg-device-monitor lang="en" sn="PUMP1" tab="curve" points="flow" ${attributes}></sg-device-monitor>`
  await loadScreens(markup)
  return new Screen(closing(await playServer({ ...answers, ...more }, { isGuest: guest })), place(markup))
}
const label = (screen: Screen) => screen.root.querySelector('.chart-place')?.ariaLabel ?? ''
const labelled = (screen: Screen, words: string) =>
  until(
    () => `"${words}" in "${label(screen)}"`,
    () => label(screen).includes(words),
  )
const legend = (screen: Screen) => screen.texts('.chart-legend-row')
const asked = (screen: Screen, sn: string) =>
  screen.requestsOf('GET /hDev').filter(({ query }) => query.get('sn_code') === sn)

it('a curve is compared with other devices, of which those with the same points are offered first', async () => {
  const screen = await page()
  await screen.press('Compare devices')
  await screen.says('With the same points', 'Pump 5', 'Other devices')
  equal(screen.texts('.device-choice-name'), ['Pump 2', 'Pump 3', 'Pump 4', 'Pump 5', 'Tank'])
  const offered = screen.requestsOf('GET /dev').find(({ query }) => query.has('keys'))
  equal(offered?.query.getAll('keys').join(), 'flow')
  for (const n of [2, 3, 4]) {
    ;(await screen.having('.device-choice-one', `Pump ${n}`)).click()
    await labelled(screen, `Pump ${n} · PUMP${n} · flow`)
  }
  equal(screen.element.getAttribute('compare'), 'PUMP2,PUMP3,PUMP4')
  equal(screen.events.at(-1), { type: 'sg-view-change', detail: { tab: 'curve', compare: 'PUMP2,PUMP3,PUMP4' } })
  await screen.says('3 at most')
  ;(await screen.having('.device-choice-one', 'Pump 5')).click()
  ;(await screen.having('.device-choice-one', 'Pump 3')).click()
  await until('one less', () => screen.element.getAttribute('compare') === 'PUMP2,PUMP4')
})

it('the same points of another device are drawn over the same range, dashed in their own way, and read at cursors and in statistics by name', async () => {
  const screen = await page('range="hours6" compare="PUMP2"')
  await until('both values', () => legend(screen).join() === 'flow1.0m³/h,Pump 2 · PUMP2 · flow2.0m³/h')
  const dashes = screen.all('.chart-key line').map((line) => line.getAttribute('stroke-dasharray'))
  equal([dashes[0] === dashes[1], dashes.length], [false, 2])
  const both = ['PUMP1', 'PUMP2'].map((sn) => at(asked(screen, sn).at(-1) as PlayedRequest, 'start', 'end', 'width'))
  equal(both[0]?.[2], both[1]?.[2])
  await screen.press('Cursors and statistics')
  const cells = () => screen.texts('.curve-readings tbody tr:last-child > *')
  await until('its statistics', () => cells()[6] === '2.0m³/h')
  equal(cells().slice(0, 3), ['Pump 2 · PUMP2 · flow', '2.0m³/h', '2.0m³/h'])
  await screen.press('Last 6 hours', 'Last hour')
  await until('the other range', () => {
    const [start = 0, end = 0] = at(asked(screen, 'PUMP2').at(-1) as PlayedRequest, 'start', 'end')
    return end - start < 2 * HOUR_MS
  })
})

it('one press ends the comparison with a device', async () => {
  const screen = await page('compare="PUMP2,PUMP3"')
  await labelled(screen, 'Pump 3 · PUMP3 · flow')
  await screen.press('Stop comparing with Pump 2 · PUMP2')
  await until('the other alone', () => legend(screen).join() === 'flow1.0m³/h,Pump 3 · PUMP3 · flow3.0m³/h')
  equal(screen.element.getAttribute('compare'), 'PUMP3')
  await screen.press('Stop comparing with Pump 3 · PUMP3')
  await until('none', () => legend(screen).length === 1)
})

it('a device that is gone, and a point that another device has not, are told in the legend beside the curves that there are', async () => {
  const screen = await page('compare="GONE1,PUMP2,PUMP3"', {}, false)
  screen.element.setAttribute('points', 'flow,setpoint')
  screen.element.setAttribute('moment', 'flow')
  await screen.says('GONE1Not found, or you may not see it', 'Pump 2 · PUMP2 · flow2.0')
  await screen.press('flow')
  ;(await screen.having('[role=option]', 'setpoint')).click()
  await screen.says('Pump 3 · PUMP3 · setpointNo history of this point')
  equal(screen.root.querySelector('.curve-place [role=alert]'), null)
  await labelled(screen, 'GONE1: Not found')
})

it('a right that is lost while a device is compared is told in the legend, and the own curve stays', async () => {
  const screen = await page('compare="PUMP2"')
  await labelled(screen, 'Pump 2 · PUMP2 · flow')
  const before = screen.answers['GET /hDev']
  screen.answers['GET /hDev'] = (request) =>
    request.query.get('sn_code') === 'PUMP2' ? new Refused('110509') : before?.(request)
  await screen.press('Zoom in (Ctrl + wheel)')
  await screen.says('Pump 2 · PUMP2Not found, or you may not see it')
  equal(legend(screen)[0], 'flow1.0m³/h')
})

it('a page with a token of its own compares devices that the token names, and says of others that it does not', async () => {
  const screen = await page('compare="PUMP2,HIDDEN1"', {}, true)
  await screen.says('Pump 2 · PUMP2 · flow2.0', 'HIDDEN1The token of this page does not name it')
})

it('a saved range keeps what it is compared with', async () => {
  const saved: unknown[] = []
  const range = { name: 'Both', start: 1_767_000_000_000, end: 1_767_003_600_000, points: ['flow'] }
  const screen = await page('compare="PUMP3" earlier="week"', {
    'GET /yun/dev/his/ranges': () => [
      { ...range, earlier: 'day', compare: ['PUMP2'] },
      { ...range, name: 'Alone' },
    ],
    'PUT /yun/dev/his/ranges': ({ body }) => {
      saved.push(...(body.ranges as unknown[]))
      return body.ranges
    },
  })
  await screen.says('Week before')
  await labelled(screen, 'Pump 3 · PUMP3 · flow')
  await screen.press('Saved ranges', 'Save this range')
  const name = await screen.find<HTMLInputElement>('[role=dialog] input')
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(name), 'value')?.set?.call(name, 'Third')
  name.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.press('Save')
  await until('saved', () => saved.length === 3)
  equal((({ name, earlier, compare }) => ({ name, earlier, compare }))(saved[2] as Record<string, unknown>), {
    name: 'Third',
    earlier: 'week',
    compare: ['PUMP3'],
  })
  await screen.press('Saved ranges', 'Both')
  await labelled(screen, 'Pump 2 · PUMP2 · flow')
  equal([screen.element.getAttribute('compare'), screen.element.getAttribute('earlier')], ['PUMP2', 'day'])
  await screen.press('Saved ranges', 'Alone')
  await until('alone', () => legend(screen).length === 1)
})

it('the curve comes first on a phone: only its points and time stand above it', async () => {
  const screen = await page('compare="PUMP2"')
  screen.box.style.inlineSize = '390px'
  await labelled(screen, 'Pump 2 · PUMP2 · flow')
  const chart = await screen.find('.curve-place')
  const isBelow = async (found: Promise<HTMLElement>) =>
    Boolean(chart.compareDocumentPosition(await found) & Node.DOCUMENT_POSITION_FOLLOWING)
  await until('its tools are below', () => chart.nextElementSibling?.querySelector('.chip'))
  equal(await isBelow(screen.button('Compare devices')), true)
  equal(await isBelow(screen.button('Last 24 hours')), false)
  screen.box.style.inlineSize = '1000px'
  await until('above where there is room', () => !chart.nextElementSibling?.querySelector('button'))
})
