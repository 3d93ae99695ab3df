import { setTimeout as sleep } from 'node:timers/promises'
import { snOf } from './bench-devices.ts'
import { startBenchServer } from './bench-server.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DEVICES = 100_000
const KEYS = 5
const GROUPS = 100
/** Of each group: a user moves 50,000 devices an hour. */
const MOVED = 400
const RUNS = 10
/** A list that is put in order costs as many calls as a user may make in a second. */
const PAUSE_MS = 1100
const BARE_CALL = 'the call alone'

/** What an engineer waits for in an organisation of 100,000 devices: their list, found and in order, and the tree of groups. */
export default async function fleet(results: Results): Promise<void> {
  const server = await startBenchServer(DEVICES, KEYS)
  try {
    results.add('at rest', OURS, 'memory', (await server.usage()).rssBytes / 2 ** 20, 'MiB')
    for (let n = 0; n < GROUPS; n++) {
      const { group_id } = (await server.call('POST', '/yun/dev/group', { group_name: `Site ${n}` })) as {
        group_id: number
      }
      const sn_codes = Array.from({ length: MOVED }, (_, i) => snOf(n * MOVED + i))
      await server.call('PUT', '/yun/dev/group/devices', { sn_codes, group_id })
    }
    const cases: [string, string, Record<string, unknown>][] = [
      ['list, first page', '/dev', { page: 1, page_size: 20 }],
      ['list by name', '/dev', { page: 1, page_size: 20, sort: '-dev_alias' }],
      ['list, last page by name', '/dev', { page: DEVICES / 20, page_size: 20, sort: 'dev_alias' }],
      ['list, searched and by name', '/dev', { page: 1, page_size: 20, search: '77', sort: 'dev_alias' }],
      ['list of offline devices by SN', '/dev', { page: 1, page_size: 20, dev_state: 3, sort: '-sn_code' }],
      ['tree of groups with counts', '/yun/dev/group/tree', {}],
      ['counts', '/dev/counts', {}],
    ]
    for (const [name, path, input] of cases) {
      const [ours, bare]: [number[], number[]] = [[], []]
      for (let n = 0; n < RUNS; n++) {
        ours.push(await timed(() => server.call('GET', path, input)))
        await sleep(PAUSE_MS)
        bare.push(await timed(() => server.call('GET', '/dev/broker', {})))
      }
      for (const [subject, times] of [
        [OURS, ours],
        [BARE_CALL, bare],
      ] as const) {
        results.add(name, subject, 'median', median(times), 'ms')
        results.add(name, subject, 'p95', quantile(times, 0.95), 'ms')
      }
      results.compare(name, BARE_CALL)
    }
  } finally {
    await server.stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
