import type { Connection } from '../connection/connection.ts'
import type { alarm } from '../contract/alarm.ts'
import type { InputOf, OutputOf } from '../contract/endpoint.ts'
import { family } from './family.ts'

/** A screen and the list on it ask for the same alarms, the list once its code is there: on a slow line that takes a while. */
const KEPT_MS = 30_000

type Query = InputOf<typeof alarm.open> & { sn_code: string }
type Page = OutputOf<typeof alarm.open>
type Source = Pick<Connection, 'api' | 'realtime' | '$status' | '$changed'>

const stores = new WeakMap<Source, (key: string) => { read(): Promise<Page> }>()

/** A page of a device's open alarms: one call for all who ask within half a minute, unless something changed in between. */
export function openAlarmsOf(connection: Source, query: Query): Promise<Page> {
  let own = stores.get(connection)
  if (!own) {
    own = family((key) => createReading(connection, JSON.parse(key)))
    stores.set(connection, own)
  }
  return own(JSON.stringify(query)).read()
}

function createReading({ api, realtime, $status, $changed }: Source, query: Query) {
  let reading: Promise<Page> | null = null
  let drop = () => {}

  function read(): Promise<Page> {
    const mine = api.alarm.open(query)
    reading = mine
    const stops = [
      realtime.watch('alarms', (frame) => frame.type === 'alarm' && frame.alarm.sn_code === query.sn_code && drop()),
      $changed.listen((change) => change?.domain === 'alarm' && drop()),
      $status.listen((status) => (status === 'offline' || status === 'expired') && drop()),
    ]
    const timer = setTimeout(() => drop(), KEPT_MS)
    drop = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      reading = null
      drop = () => {}
    }
    mine.catch(() => reading === mine && drop())
    return mine
  }

  return { read: () => reading ?? read() }
}
