import { Activity } from 'react'
import { equal, place, sg, until } from './check.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
const { defineElement, event, prop } = await import('../../elements/define/index.ts')
const { DeviceMonitor } = await import('../../elements/screens/device-monitor/DeviceMonitor.tsx')
const { playServer } = await import('./played-server.ts')

// React takes effects back and runs them again, with all state kept: for hidden parts, in StrictMode, on hot reload.
defineElement(
  'sg-kept-monitor',
  ({ away, tab }: { away: boolean; tab: 'values' | 'history' }) => (
    <Activity mode={away ? 'hidden' : 'visible'}>
      <DeviceMonitor
        sn="PUMP1"
        tab={tab}
        points=""
        moment=""
        alarm=""
        rule=""
        range={undefined}
        start={undefined}
        end={undefined}
        table="values"
        earlier=""
        compare=""
        favourite={undefined}
        compact={false}
        onPointSelect={() => true}
        onWriteDone={() => true}
        onViewChange={() => true}
        onNavigate={() => true}
      />
    </Activity>
  ),
  {
    props: { away: prop.boolean(), tab: prop.choice(['values', 'history'], 'values') },
    events: { onNothing: event() },
  },
)

async function shown(tab: string) {
  const server = await playServer({
    'POST /dev/controls': () => ({ id: 'c1', status: 'sent' }),
    'GET /dev/controls': () => null,
    'GET /yun/dev/his/data': () => ({
      rows: [{ data_time: 1_790_000_000_000, key: 'flow', value: 1, quality: 'good' }],
      next: null,
    }),
  })
  const element = sg(place(`<sg-kept-monitor lang="en" tab="${tab}"></sg-kept-monitor>`), 'sg-kept-monitor')
  Object.assign(element, { connection: server.connection })
  const says = (wanted: string) => until(wanted, () => element.shadowRoot.textContent?.includes(wanted))
  const hideAndShow = async () => {
    element.setAttribute('away', '')
    await until('nobody listens', () => !server.watched.has('device/PUMP1'))
    element.removeAttribute('away')
    await until('watched again', () => server.watched.has('device/PUMP1'))
  }
  return { server, element, says, hideAndShow }
}

it('a monitor whose effects run again still loads its history', async () => {
  const { says, hideAndShow, server } = await shown('history')
  await says('1 row shown')
  await hideAndShow()
  await says('1 row shown')
  server.connection.dispose()
})
it('a monitor whose effects run again still writes', async () => {
  const { element, says, hideAndShow, server } = await shown('values')
  await says('setpoint')
  await until('watched', () => server.watched.has('device/PUMP1'))
  server.values('snapshot', { setpoint: [50, 'good', Date.now()] }, { dev_state: 1, report_time: Date.now() })
  await hideAndShow()
  const write = await until('a button', () =>
    Array.from(element.shadowRoot.querySelectorAll('button')).find(({ textContent }) => textContent === 'Write'),
  )
  write.click()
  const form = await until('a form', () => element.shadowRoot.querySelector('form'))
  form.requestSubmit()
  await until('sent', () => server.requestsOf('POST /dev/controls').length === 1)
  await says('Sent')
  equal(server.requestsOf('POST /dev/controls')[0]?.body.value, 50)
  server.connection.dispose()
})
