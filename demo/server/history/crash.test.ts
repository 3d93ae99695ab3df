import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry } from './telemetry.ts'

const path = (name: string) => JSON.stringify(join(import.meta.dirname, name))

/** A server that appends without end and reports each time that was acknowledged; it compacts meanwhile. */
const server = (dataDir: string) => `
  import { openDb } from ${path('../db/open.ts')}
  import { openTelemetry } from ${path('telemetry.ts')}
  const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} })
  const telemetry = await openTelemetry(db, { log: { info() {} } })
  const start = Date.now() - ${DAY_MS}
  let written = 0
  setInterval(async () => {
    const samples = Array.from({ length: 50 }, (_, i) => {
      const value = written + i
      return { point_id: 1 + (value % 10), data_time: start + value * 1000, value, quality: 0 }
    })
    written += samples.length
    await telemetry.append(samples)
    process.send(samples.at(-1).value)
  }, 20)
  setInterval(() => telemetry.compact(Date.now()), 400)`

/** Kills the server once `acknowledged` samples are, and gives the number of the last one that it had told. */
async function run(dataDir: string, acknowledged: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', server(dataDir)], {
    stdio: ['ipc', 'ignore', 'inherit'],
  })
  let last = -1
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.on('message', (value) => {
    last = Math.max(last, Number(value))
    if (last >= acknowledged) child.kill('SIGKILL')
  })
  await ended
  return last
}

test('no acknowledged sample is lost when the server is killed, while it appends, seals and merges', async () => {
  const store = await startEmbedded()
  const { dataDir } = store.place
  try {
    const last = await run(dataDir, 5000)
    expect(last).toBeGreaterThanOrEqual(5000)
    const db = await openDb({ dataDir })
    const telemetry = await openTelemetry(db, { log: { info: () => {} } })
    const found = new Set<number>()
    for (let point_id = 1; point_id <= 10; point_id++) {
      const samples = await telemetry.raw(point_id, 0, Date.now() + HOUR_MS, 1_000_000)
      expect(samples.map(({ data_time }) => data_time)).toEqual([...new Set(samples.map(({ data_time }) => data_time))])
      for (const { value } of samples) found.add(value as number)
    }
    const lost = Array.from({ length: last + 1 }, (_, value) => value).filter((value) => !found.has(value))
    expect(lost).toEqual([])
    await telemetry.close()
    await db.close()
  } finally {
    await store.stop()
  }
})
