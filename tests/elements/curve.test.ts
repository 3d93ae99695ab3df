import { sendKeys } from '@web/test-runner-commands'
import { DAY_MS, HOUR_MS } from '../../core/catalogue/durations.ts'
import { equal, place, sg, until } from './check.ts'
import type { PlayedRequest, PlayedServer } from './played-server.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/screens/device-monitor/index.ts')
const { alarm, playServer, Refused } = await import('./played-server.ts')

type Monitor = HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }

const open: PlayedServer[] = []
afterEach(() => {
  for (const { connection } of open.splice(0)) connection.dispose()
  localStorage.clear()
})

const NUMBERS = ['start', 'end', 'width'] as const
const spanOf = ({ query }: PlayedRequest) => NUMBERS.map((name) => Number(query.get(name))) as [number, number, number]

/** A flat curve with a spike in its 100th column and one in the 100th from its end. */
function spikes(request: PlayedRequest) {
  const [start, end, width] = spanOf(request)
  const rows = Array.from({ length: width }, (_, column) => {
    const max = column === 100 || column === width - 100 ? 1000 : 0
    return [start + (column * (end - start)) / width, 0, max, 0, 0, 9]
  })
  return { source: 'raw', columns: [], rows }
}

async function shown(answers: Parameters<typeof playServer>[0], attributes = '') {
  const server = await playServer({
    'GET /yun/dev/his/ranges': () => [],
    'GET /hDev': spikes,
    ...answers,
  })
  open.push(server)
  const box = place(
    `<sg-device-monitor lang="en" sn="PUMP1" tab="curve" points="flow" ${attributes}></sg-device-monitor>`,
  )
  const monitor = sg(box, 'sg-device-monitor') as Monitor
  monitor.connection = server.connection
  return { server, monitor, box }
}

/** The pixel columns in which a line goes high up, from the left of the canvas. */
function highColumns({ shadowRoot }: Monitor): number[] {
  const canvas = shadowRoot.querySelector<HTMLCanvasElement>('.chart-canvas canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (!pixels || pixels.width === 0) return []
  const { width, height, data } = pixels
  const painted = (x: number) => {
    let count = 0
    for (let y = 0; y < height; y++) if ((data[(y * width + x) * 4 + 3] as number) > 60) count += 1
    return count
  }
  return Array.from({ length: width }, (_, x) => x).filter((x) => painted(x) > height / 2)
}

it('the curve is requested in the pixels of its plot, so that each column of the server is one of the screen', async () => {
  const { server, monitor } = await shown({})
  const width = () => spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)[2]
  await until('columns as far apart as was asked', () => {
    const columns = highColumns(monitor)
    // A line is wider than a pixel: from the left edge of the first spike to that of the last.
    const last = columns.findLast((x) => !columns.includes(x - 1)) ?? 0
    return columns.length > 0 && last - (columns[0] as number) === width() - 200
  })
  const before = server.requestsOf('GET /hDev').length
  await new Promise((resolve) => setTimeout(resolve, 500))
  equal(server.requestsOf('GET /hDev').length, before)
})
it('the curve is requested again once its place has another width', async () => {
  const { server, box } = await shown({})
  const last = () => spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)[2]
  await until('asked twice', () => server.requestsOf('GET /hDev').length > 1)
  const before = last()
  box.style.inlineSize = '500px'
  await until('narrower', () => last() < 500 && last() !== before)
})
it('the curve of the day before has the same hours in the zone, also where the clocks change', async () => {
  const hours = (time: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(time)
  const changed = Date.parse('2026-10-25T12:00Z')
  const { server, monitor } = await shown(
    {
      'GET /yun/dev/his/ranges': () => [{ name: 'That day', start: changed, end: changed + HOUR_MS, points: ['flow'] }],
    },
    'time-zone="Europe/Berlin"',
  )
  const press = async (name: string, selector: string) => {
    const found = await until(name, () =>
      Array.from(monitor.shadowRoot.querySelectorAll<HTMLElement>(selector)).find(
        ({ textContent }) => textContent?.trim() === name,
      ),
    )
    found.click()
  }
  await press('Saved ranges', 'button')
  await press('That day', '[role=menuitem]')
  const select = await until('a choice', () =>
    Array.from(monitor.shadowRoot.querySelectorAll<HTMLElement>('button')).find(({ textContent }) =>
      textContent?.includes('No comparison'),
    ),
  )
  select.click()
  await press('Day before', '[role=option]')
  const before = await until('the day before', () =>
    server
      .requestsOf('GET /hDev')
      .map(spanOf)
      .find(([start]) => start < changed && start > changed - 100_000_000),
  )
  // A little more is asked for at either end.
  equal(hours((before[0] + before[1]) / 2), hours(changed + 1_800_000))
})

const press = async ({ shadowRoot }: Monitor, name: string) => {
  const found = await until(`a button ${name}`, () =>
    Array.from(shadowRoot.querySelectorAll<HTMLButtonElement>('button')).find(
      ({ ariaLabel, disabled }) => ariaLabel === name && !disabled,
    ),
  )
  found.click()
}
const span = (server: PlayedServer) => {
  const [start, end] = spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)
  return end - start
}
it('a curve that is zoomed stays a chart where its stretch is refused, and comes back to the range that was chosen', async () => {
  const { server, monitor } = await shown(
    {
      'GET /hDev': (request: PlayedRequest) => {
        const [start, end] = spanOf(request)
        return end - start < 3 * HOUR_MS ? new Refused('110542') : spikes(request)
      },
    },
    'range="hours6"',
  )
  await until('the curve', () => highColumns(monitor).length > 0)
  const chosen = span(server)
  await press(monitor, 'Zoom in (Ctrl + wheel)')
  await press(monitor, 'Zoom in (Ctrl + wheel)')
  await until('the refusal', () => monitor.shadowRoot.querySelector('.curve-place [role=alert]'))
  equal(monitor.shadowRoot.querySelector('.chart-canvas canvas') !== null, true)
  await press(monitor, 'Back to the chosen range')
  await until('the curve again', () => highColumns(monitor).length > 0)
  equal(Math.abs(span(server) - chosen) < 600_000, true)
})
it('a curve that is zoomed out requests no more than the server keeps', async () => {
  const { server, monitor } = await shown({})
  await until('the curve', () => highColumns(monitor).length > 0)
  for (let step = 0; step < 30; step++) await press(monitor, 'Zoom out (Ctrl + wheel)')
  await until('a long stretch', () => span(server) > 390 * DAY_MS)
  await until('its end', () => monitor.shadowRoot.querySelector('[aria-busy=false]'))
  const [start] = spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)
  equal(start > Date.now() - 405 * DAY_MS, true)
})

/** Pixels of the plot that are painted in a colour, by their columns: neither the axes nor their words are. */
function coloured({ shadowRoot }: Monitor): number[] {
  const canvas = shadowRoot.querySelector<HTMLCanvasElement>('.chart-canvas canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (!pixels) return []
  const { width, data } = pixels
  const found: number[] = []
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 80) found.push((at / 4) % width)
  }
  return found
}

it('a lone value between two gaps is a dot on the curve, and no line leads over a gap', async () => {
  const { monitor } = await shown({
    'GET /hDev': (request: PlayedRequest) => {
      const [start, end] = spanOf(request)
      const at = (share: number) => Math.round(start + share * (end - start))
      const rows = [0.3, 0.7].map((share) => [at(share), 5, 5, 5, 5, 1])
      return { source: 'raw', columns: [], rows, gaps: [[at(0.3), at(0.7)]] }
    },
  })
  const columns = await until('both dots', () => {
    const found = coloured(monitor)
    return found.length > 20 && found
  })
  const { width } = monitor.shadowRoot.querySelector('.chart-canvas canvas') as HTMLCanvasElement
  equal(Math.max(...columns) - Math.min(...columns) > width / 4, true)
  // Two dots of a few pixels, and nothing between them.
  equal(new Set(columns).size < 24, true)
})
it('two cursors on the curve are read in a table with statistics, moved by the arrows, and taken away again', async () => {
  const { monitor } = await shown({
    'GET /hDev': (request: PlayedRequest) => {
      const [start, end, width] = spanOf(request)
      const rows = Array.from({ length: width }, (_, at) => {
        const value = Math.round((90 * at) / width)
        return [Math.round(start + (at * (end - start)) / width), value, value, value, value, 1]
      })
      return { source: 'raw', columns: [], rows, gaps: [], mean: 45 }
    },
  })
  await until('the curve', () => coloured(monitor).length > 0)
  await press(monitor, 'Cursors and statistics')
  const lines = () => [...monitor.shadowRoot.querySelectorAll<HTMLElement>('[role=slider]')]
  const cells = () =>
    [...monitor.shadowRoot.querySelectorAll('.curve-readings td')].map(({ textContent }) => textContent)
  await until('a third of the way apart', () => /^\+(29|30|31)\.0m³\/h$/.test(cells()[2] ?? ''))
  await until('the mean', () => cells()[5] === '45.0m³/h')
  equal(
    lines().map(({ ariaLabel }) => ariaLabel),
    ['Cursor A', 'Cursor B'],
  )
  const before = cells()
  for (let step = 0; step < 5; step++)
    lines()[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))
  await until('B has moved, A has not', () => cells()[1] !== before[1] && cells()[0] === before[0])
  await press(monitor, 'Cursors and statistics')
  await until('none', () => lines().length === 0 && cells().length === 0)
})

it('statistics are shown of the day before too, and cursors that are out of a range are put into it', async () => {
  const { monitor, server } = await shown(
    {
      'GET /hDev': (request: PlayedRequest) => {
        const [start, end, width] = spanOf(request)
        const value = start < Date.now() - 30 * HOUR_MS ? 20 : 60
        const rows = Array.from({ length: width }, (_, at) => {
          return [Math.round(start + (at * (end - start)) / width), value, value, value, value, 1]
        })
        return { source: 'raw', columns: [], rows, gaps: [], mean: value }
      },
    },
    'earlier="day"',
  )
  await until('both curves', () => server.requestsOf('GET /hDev').length > 1 && coloured(monitor).length > 0)
  await press(monitor, 'Cursors and statistics')
  const rows = () =>
    [...monitor.shadowRoot.querySelectorAll('.curve-readings tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    )
  await until('the means of both', () => rows()[0]?.[5] === '60.0m³/h' && rows()[1]?.[5] === '20.0m³/h')
  equal(rows()[1]?.slice(3), ['20.0m³/h', '20.0m³/h', '20.0m³/h', '20.0m³/h'])
  const now = Date.now()
  monitor.setAttribute('end', `${now - 8 * HOUR_MS}`)
  monitor.setAttribute('start', `${now - 10 * HOUR_MS}`)
  await until('the cursors in the new range', () => rows()[0]?.[0] === '60.0m³/h')
})

it('the curve is compared with a period whose start is chosen by date and time', async () => {
  const start = Date.parse('2026-09-01T03:30:00+08:00')
  const { monitor, server } = await shown(
    {},
    `earlier="${start}" start="${start + DAY_MS}" end="${start + DAY_MS + HOUR_MS}"`,
  )
  // Somewhat more than is shown is requested.
  const isAsked = (from: number) =>
    server.requestsOf('GET /hDev').some((request) => {
      const [asked, end] = spanOf(request)
      return Math.abs((asked + end - HOUR_MS) / 2 - from) < HOUR_MS / 4
    })
  await until('both stretches', () => isAsked(start) && isAsked(start + DAY_MS))
  const chosen = await until('the chosen start', () =>
    [...monitor.shadowRoot.querySelectorAll('button')].find(({ textContent }) =>
      /^From 2026-0/.test(textContent ?? ''),
    ),
  )
  chosen.click()
  const hour = await until('its hour', () =>
    monitor.shadowRoot.querySelector<HTMLElement>('.curve-earlier [data-type=hour]'),
  )
  hour.focus()
  await sendKeys({ press: 'ArrowUp' })
  const apply = [...monitor.shadowRoot.querySelectorAll<HTMLElement>('.curve-earlier button')].at(-1)
  apply?.click()
  await until('the next start', () => isAsked(start + HOUR_MS))
  equal(monitor.getAttribute('earlier'), `${start + HOUR_MS}`)
})

describe('the alarm of a curve', () => {
  const came = Date.now() - 3 * HOUR_MS
  const rationale = {
    condition: 'above',
    threshold: 90,
    threshold_high: null,
    dead_band: 2,
    no_data_s: null,
    on_delay_s: 0,
    off_delay_s: 0,
    cause: '',
    consequence: '',
    response: '',
    cause_en: '',
    consequence_en: '',
    response_en: '',
  }
  const over = alarm({ alarm_id: '7', alarm_time: came, recover_time: came + HOUR_MS / 2 })
  const marked = (answer: () => unknown, attributes = '') =>
    shown({ 'GET /rAlarmDev/one': answer }, `alarm="7" moment="flow@${came}" ${attributes}`)
  const one = (more: object = {}) => ({ alarm: over, events: [], rationale, has_screen: false, ...more })
  const said = ({ shadowRoot }: Monitor) => shadowRoot.querySelector('.chart-place')?.ariaLabel ?? ''
  const strip = ({ shadowRoot }: Monitor) => shadowRoot.querySelector('.curve-alarm')
  const press = async (monitor: Monitor, name: RegExp) => {
    const found = await until(`a button ${name}`, () =>
      Array.from(strip(monitor)?.querySelectorAll('button') ?? []).find(({ textContent, ariaLabel }) =>
        name.test(ariaLabel ?? textContent ?? ''),
      ),
    )
    found.click()
  }
  /** Whether a row of pixels of the plot is painted from end to end, and a column from top to foot. */
  const lines = ({ shadowRoot }: Monitor) => {
    const canvas = shadowRoot.querySelector<HTMLCanvasElement>('.chart-canvas canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    if (!pixels) return { across: 0, down: 0 }
    const { width, height, data } = pixels
    const isPainted = (x: number, y: number) => (data[(y * width + x) * 4 + 3] as number) > 200
    const share = (count: number, isAt: (at: number) => boolean) =>
      Array.from({ length: count }, (_, at) => at).filter(isAt).length / count
    const middle = [Math.round(width * 0.2), Math.round(width * 0.6)] as const
    const rows = Array.from({ length: height }, (_, y) => y)
    const columns = Array.from({ length: width }, (_, x) => x)
    return {
      across: rows.filter((y) => share(middle[1] - middle[0], (x) => isPainted(middle[0] + x, y)) > 0.98).length,
      down: columns.filter((x) => share(height, (y) => isPainted(x, y)) > 0.7).length,
    }
  }

  it('the alarm of a curve is marked: when it came and was over, its limit and dead band, in words for who does not see them', async () => {
    const { monitor } = await marked(() => one())
    await until('the words', () => /Flow too high · Raised .* · Recovered .* · Limit > 90/.test(said(monitor)))
    equal(/deadband 2/.test(said(monitor)), true)
    await until('its rule', () => /Rule: flow > 90/i.test(strip(monitor)?.textContent ?? ''))
  })
  it('the alarm of a curve is drawn over the curve until it is put away, which the page is told', async () => {
    const flat = (request: PlayedRequest) => {
      const [start, end, width] = spanOf(request)
      const rows = Array.from({ length: width }, (_, at) => [start + (at * (end - start)) / width, 80, 80, 80, 80, 9])
      return { source: 'raw', columns: [], rows }
    }
    const { server, monitor, box } = await marked(() => one())
    server.answers['GET /hDev'] = flat
    await until('the lines', () => lines(monitor).down > 0)
    const before = lines(monitor)
    const heard: unknown[] = []
    box.addEventListener('sg-view-change', (event) => heard.push((event as CustomEvent).detail))
    await press(monitor, /Put the marks away/)
    await until('nothing marked', () => !strip(monitor) && lines(monitor).down === 0)
    equal(lines(monitor).across < before.across, true)
    equal(heard, [{ tab: 'curve', alarm: '' }])
    equal(monitor.getAttribute('alarm'), '')
  })
  it('the alarm of a curve follows what happens to it', async () => {
    let answer = one({ alarm: alarm({ alarm_id: '7', alarm_time: came }) })
    const { server, monitor } = await marked(() => answer)
    await until('that it stands', () => strip(monitor)?.textContent?.includes('Active'))
    answer = one()
    server.push({ type: 'alarm', alarm: over })
    await until('that it is over', () => strip(monitor)?.textContent?.includes('Recovered'))
  })
  it('the alarm of a curve is shown again from wherever panning has led', async () => {
    const { server, monitor } = await marked(() => one(), 'points="flow,setpoint"')
    await press(monitor, /^Recovered/)
    const middle = () => {
      const [start, end] = spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)
      return (start + end) / 2
    }
    await until('its end', () => Math.abs(middle() - came - HOUR_MS / 2) < 60_000)
    await until('its lines', () => lines(monitor).down > 0)
    const isPast = () => middle() < came - 2 * HOUR_MS
    // Some presses at a time, so that what they ask for is asked: a chart takes none before it is drawn.
    let looks = 0
    await until('panned', () => {
      looks += 1
      const chart = monitor.shadowRoot.querySelector<HTMLElement>('.chart-place')
      if (looks % 20 < 10 && !isPast()) chart?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))
      return isPast()
    })
    await until('none where it was not', () => lines(monitor).down === 0)
    await press(monitor, /^Raised/)
    await until('its beginning', () => Math.abs(middle() - came) < 60_000 && lines(monitor).down > 0)
  })
  it('an alarm of another device is not marked on the curve, nor one that may not be read; a deleted one is reported', async () => {
    const foreign = await marked(() => one({ alarm: alarm({ sn_code: 'PUMP2' }) }))
    await until('that it is gone', () => strip(foreign.monitor)?.textContent?.includes('not kept any more'))
    equal(said(foreign.monitor).includes('Flow too high'), false)
    const refused = await marked(() => new Refused('100004'))
    await until('the curve', () => highColumns(refused.monitor).length > 0)
    equal(strip(refused.monitor), null)
  })
  it('an alarm whose rule was deleted has its time on the curve and no limits', async () => {
    const { monitor } = await marked(() => one({ rationale: null }))
    await until('its time', () => said(monitor).includes('Raised'))
    equal(said(monitor).includes('Limit'), false)
    await until('that there is no rule', () => strip(monitor)?.textContent?.includes('rule was deleted'))
  })
  it('an alarm of another time begins another curve', async () => {
    const { server, monitor } = await marked(() => one())
    await until('the curve', () => server.requestsOf('GET /hDev').length > 0)
    const other = came - 20 * HOUR_MS
    monitor.setAttribute('moment', `flow@${other}`)
    await until('the other', () => {
      const [start, end] = spanOf(server.requestsOf('GET /hDev').at(-1) as PlayedRequest)
      return start < other && other < end
    })
  })
})
