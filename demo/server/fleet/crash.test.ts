import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry } from '../history/telemetry.ts'
import { openFleet } from './open-fleet.ts'

const path = (name: string) => JSON.stringify(join(import.meta.dirname, name))
const KEYS = ['level', 'running', 'note'] as const

/** A server that takes readings without end and reports each that was acknowledged; it compacts meanwhile. */
const server = (dataDir: string) => `
  import { openDb } from ${path('../db/open.ts')}
  import { openTelemetry } from ${path('../history/telemetry.ts')}
  import { samplesOf } from ${path('../ingest/samples.ts')}
  import { openFleet } from ${path('open-fleet.ts')}
  const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} })
  const telemetry = await openTelemetry(db, { log: { info() {} } })
  const fleet = await openFleet(db, console.error, telemetry.newest())
  const device = fleet.get('CRASH1')
  const start = Date.now() - ${DAY_MS}
  let count = 0
  setInterval(async () => {
    const n = ++count
    const reported = { level: n, running: true, note: 'number ' + n }
    const values = [...device.points.values()].map((point) => ({ point, value: reported[point.key], quality: 'good' }))
    const reading = { data_time: start + n * 1000, values }
    fleet.apply(device, [reading], Date.now())
    await telemetry.append(samplesOf(device.tenant_id, reading))
    process.send(n)
  }, 20)
  setInterval(() => telemetry.compact(Date.now()), 400)`

test('no acknowledged reading is missing from the newest values after the server was killed', async () => {
  const store = await startEmbedded()
  const { dataDir } = store.place
  try {
    const before = await openDb({ dataDir })
    const [level, running, note] = KEYS
    await makeDevice(before, 'CRASH1', {
      points: [
        { key: level, data_type: 'number' },
        { key: running, data_type: 'boolean' },
        { key: note, data_type: 'string' },
      ],
    })
    await before.close()

    const child = spawn(process.execPath, ['--input-type=module', '--eval', server(dataDir)], {
      stdio: ['ipc', 'ignore', 'inherit'],
    })
    let last = 0
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.on('message', (n) => {
      last = Math.max(last, Number(n))
      if (last >= 100) child.kill('SIGKILL')
    })
    await ended
    expect(last).toBeGreaterThanOrEqual(100)

    const db = await openDb({ dataDir })
    const telemetry = await openTelemetry(db, { log: { info: () => {} } })
    const errors: unknown[] = []
    const fleet = await openFleet(db, (error) => errors.push(error), telemetry.newest())
    const values = KEYS.map((key) => fleet.get('CRASH1')?.points.get(key)?.value)
    expect(values[0]).toBeGreaterThanOrEqual(last)
    expect(values).toEqual([values[0], true, `number ${values[0]}`])
    await fleet.close()
    // The next start finds them in SQL, whatever became of the journal.
    const again = await openFleet(db, (error) => errors.push(error))
    expect(again.get('CRASH1')?.points.get('level')?.value).toBe(values[0])
    expect(errors).toEqual([])
    await again.close()
    await telemetry.close()
    await db.close()
  } finally {
    await store.stop()
  }
})
