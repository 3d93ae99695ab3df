import { spawn } from 'node:child_process'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, passwordOf } from '../../../tests/server/devices.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'

const DEVICES = 8
const MESSAGES = 60
const EACH = 5
const SNS = Array.from({ length: DEVICES }, (_, i) => `KILL${i}`)

/** The server, with all that devices reach of it; sends its port. */
const server = (dataDir: string) => `
  import { openDb } from ${JSON.stringify(join(import.meta.dirname, '../db/open.ts'))}
  import { openTestSide } from ${JSON.stringify(join(import.meta.dirname, '../../../tests/server/devices.ts'))}
  const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} })
  const side = await openTestSide(db, { gathers: true })
  process.send(side.url)
  setInterval(() => side.telemetry.compact(Date.now()), 300)`

async function start(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', server(dataDir)], {
    stdio: ['ipc', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve) => child.once('message', (said) => resolve(String(said))))
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Reading {
  ts: number
  values: { temperature: number; pressure: number }
}

/** Five readings a message; the temperature swings over 90 every few readings, differently on each device. */
function messagesOf(device: number, begin: number): Reading[][] {
  return Array.from({ length: MESSAGES }, (_, m) =>
    Array.from({ length: EACH }, (_, r) => {
      const n = m * EACH + r
      const swing = (n * (device + 3)) % 11
      return {
        ts: begin + n * 200,
        values: { temperature: swing > 6 ? 91 + swing : 60 + swing, pressure: (n >> 3) % 2 },
      }
    }),
  )
}

/** When alarms stood by the plainest of counts: no delay, no band, one after another. */
function standsOf(
  readings: readonly Reading[],
  isIn: (values: Reading['values']) => boolean,
): [number, number | null][] {
  const spans: [number, number | null][] = []
  for (const { ts, values } of readings) {
    const open = spans.at(-1)?.[1] === null
    if (isIn(values) && !open) spans.push([ts, null])
    const last = spans.at(-1)
    if (!isIn(values) && open && last) last[1] = ts
  }
  return spans
}

/** As many messages of a device are on their way at a time. */
const WINDOW = 6

/** Publishes what is not acknowledged yet, in order; resolves when all of it is, or the connection is gone. */
async function publish(
  url: string,
  sn: string,
  messages: readonly Reading[][],
  acknowledged: Set<number>,
  { onSent = () => {}, onAcknowledged = () => {} } = {},
) {
  const client = await mqtt
    .connectAsync(url, { username: sn, password: passwordOf(sn), reconnectPeriod: 0, connectTimeout: 30_000 }, false)
    .catch(() => null)
  if (!client) return
  client.on('error', () => {})
  client.on('packetsend', ({ cmd }) => cmd === 'publish' && onSent())
  let isGone = false
  const gone = new Promise<void>((resolve) => client.once('close', resolve)).then(() => {
    isGone = true
  })
  const sent = new Set<Promise<unknown>>()
  for (const [i, message] of messages.entries()) {
    if (acknowledged.has(i)) continue
    while (sent.size >= WINDOW && !isGone) await Promise.race([gone, ...sent])
    if (isGone) break
    const one = client
      .publishAsync(topics.telemetry(sn), JSON.stringify(message), { qos: 1 })
      .then(
        () => {
          acknowledged.add(i)
          onAcknowledged()
        },
        () => {},
      )
      .finally(() => sent.delete(one))
    sent.add(one)
  }
  await Promise.race([gone, Promise.allSettled(sent)])
  client.end(true)
}

test('a server that is killed in the middle of a burst loses no alarm and duplicates none', async () => {
  const store = await startEmbedded()
  const { dataDir } = store.place
  try {
    const before = await openDb({ dataDir })
    for (const sn of SNS)
      await makeDevice(before, sn, {
        points: [
          { key: 'temperature', data_type: 'number' },
          { key: 'pressure', data_type: 'number', keep_history: false },
        ],
        rules: [
          { key: 'temperature', alarm_name: 'hot', alarm_level: 4, condition: 'above', threshold: 90 },
          { key: 'pressure', alarm_name: 'pressed', alarm_level: 3, condition: 'equals', threshold: 1 },
        ],
      })
    await before.close()

    const begin = Date.now() - MESSAGES * EACH * 200
    const all = SNS.map((_, device) => messagesOf(device, begin))
    const acknowledged = SNS.map(() => new Set<number>())
    const count = () => acknowledged.reduce((sum, { size }) => sum + size, 0)
    // Killed again and again while more is on its way, before anything is acknowledged too.
    for (const enough of [0, 60, 150, 260]) {
      const running = await start(dataDir)
      let sent = 0
      const heard = {
        onSent: () => void (++sent === DEVICES * WINDOW && enough === 0 && running.kill()),
        onAcknowledged: () => void (count() >= enough && running.kill()),
      }
      await Promise.all(SNS.map((sn, i) => publish(running.url, sn, all[i] ?? [], acknowledged[i] ?? new Set(), heard)))
      await running.kill()
      expect(count()).toBeLessThan(DEVICES * MESSAGES)
    }
    const db = await openDb({ dataDir })
    const side = await openTestSide(db)
    await Promise.all(
      SNS.map(async (sn, i) => {
        const its = acknowledged[i] ?? new Set()
        while (its.size < MESSAGES) await publish(side.url, sn, all[i] ?? [], its)
        // A device that lost every acknowledgement sends all of it once more.
        await publish(side.url, sn, all[i] ?? [], new Set())
      }),
    )
    expect(count()).toBe(DEVICES * MESSAGES)

    for (const [i, sn] of SNS.entries()) {
      const readings = (all[i] ?? []).flat()
      const rows = await db.system((q) =>
        q.selectFrom('alarm').selectAll().where('sn_code', '=', sn).orderBy('alarm_time').orderBy('alarm_id').execute(),
      )
      const spans = (name: string) =>
        rows.flatMap((row) => (row.alarm_name === name ? [[row.alarm_time, row.recover_time]] : []))
      expect([sn, spans('hot')]).toEqual([sn, standsOf(readings, ({ temperature }) => temperature > 90)])
      expect([sn, spans('pressed')]).toEqual([sn, standsOf(readings, ({ pressure }) => pressure === 1)])
      const events = await db.system((q) =>
        q
          .selectFrom('alarm_event')
          .select(['alarm_id', 'alarm_type'])
          .where('device_id', '=', side.device(sn).device_id)
          .execute(),
      )
      const ended = rows.filter(({ recover_time }) => recover_time !== null)
      expect(events.filter(({ alarm_type }) => alarm_type === 1)).toHaveLength(rows.length)
      expect(events.filter(({ alarm_type }) => alarm_type === 2)).toHaveLength(ended.length)
      expect(new Set(events.map(({ alarm_id, alarm_type }) => `${alarm_id} ${alarm_type}`)).size).toBe(events.length)
    }
    expect(side.errors).toEqual([])
    await side.close()
    await db.close()
  } finally {
    await store.stop()
  }
})
