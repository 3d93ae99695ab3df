import { equal, expectComplaint, place, sg, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await import('../../elements/live/index.ts')
await import('../../elements/screens/device-monitor/index.ts')
const { playServer, point } = await import('./played-server.ts')
const { closing, heard } = await import('./screen-driver.ts')

/** As scripts of a page leave it, until the test ends. */
let clear = () => {}
function leave(prototype: object, name: string, value: unknown) {
  const left = { __proto__: null, configurable: true, enumerable: true, writable: true, value }
  Object.defineProperty(prototype, name, left as PropertyDescriptor)
  clear = () => void Reflect.deleteProperty(prototype, name)
}
afterEach(() => clear())

const MONITOR = '<sg-device-monitor sn="PUMP1" lang="en"></sg-device-monitor>'
const VALUE = '<sg-value sn="PUMP1" point="flow" lang="en"></sg-value>'

for (const [markup, where, prototype, complaint] of [
  [VALUE, 'Array.prototype.toJSON', Array.prototype, null],
  [MONITOR, 'Array.prototype.toJSON', Array.prototype, null],
  [MONITOR, 'Object.prototype.ref', Object.prototype, null],
  [MONITOR, 'Object.prototype.style', Object.prototype, /#62/],
  [VALUE, 'Object.prototype.notation', Object.prototype, /notation/],
] as const) {
  it(`${markup.slice(0, markup.indexOf(' '))}> says that ${where} of the page keeps it from being shown`, async () => {
    if (complaint) expectComplaint(complaint)
    const server = closing(
      await playServer({
        'GET /dev/shown': () => ({
          dev_alias: 'Pump 1',
          report_interval_s: 60,
          points: [point('flow', { decimals: 1 })],
        }),
      }),
    )
    const errors = heard(document, 'sg-error') as { problem: string; message: string }[]
    const name = where.slice(where.lastIndexOf('.') + 1)
    leave(prototype, name, name === 'toJSON' ? () => 'x' : 'x')
    const element = sg(place(markup), '*') as HTMLElement & { shadowRoot: ShadowRoot; connection: unknown }
    element.connection = server.connection
    if (name === 'notation') {
      await until('the channel', () => server.watched.has('device/PUMP1'))
      server.values('snapshot', { flow: [1, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
    }
    await until(
      () => `the name in ${element.dataset.sgState} "${element.shadowRoot.textContent}"`,
      () => element.dataset.sgState === 'error' && element.shadowRoot.textContent?.includes(where),
    )
    const told = await until('sg-error', () => errors.find(({ problem }) => problem === 'page-properties'))
    equal(told.message.includes(where), true)
  })
}
