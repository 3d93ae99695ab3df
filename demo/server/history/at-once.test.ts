import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { startPostgres } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry, type Sample } from './telemetry.ts'

test('two loads of the same hours and texts in opposite order both succeed', async () => {
  const store = await startPostgres()
  const db = await openDb(store.place)
  const time = Date.UTC(2026, 10, 20)
  const telemetry = await openTelemetry(db, { now: () => time + 100 * HOUR_MS, log: { info: () => {} } })
  const locks = async () => {
    const { rows } = await db.system((q) => sql`select from pg_locks where not granted`.execute(q))
    return rows.length
  }
  const hours = [0, 1, 2, 3, 4].map((n): Sample => {
    return { point_id: 1, data_time: time + n * HOUR_MS, value: n, quality: 0 }
  })
  const texts = hours.map((sample): Sample => ({ ...sample, value: null, text: 'on' }))
  try {
    // What is in the middle is held, so that each load has begun when both wait.
    for (const [samples, hold] of [
      [hours, sql`insert into tlm_hour (point_id, t0, n, data) values (1, ${time + 2 * HOUR_MS}, 1, '')`],
      [
        texts,
        sql`insert into tlm_text (point_id, data_time, text_value, quality) values (1, ${time + 2 * HOUR_MS}, '', 0)`,
      ],
    ] as const) {
      await telemetry.load([{ ...(samples[0] as Sample), point_id: 2 }])
      const loads: Promise<void>[] = []
      const held = db.system(async (q) => {
        await hold.execute(q)
        loads.push(telemetry.load(samples), telemetry.load(samples.toReversed()))
        await vi.waitFor(async () => expect(await locks()).toBe(2), { timeout: 20_000 })
        throw new Error('rolled back')
      })
      await expect(held).rejects.toThrow('rolled back')
      await Promise.all(loads)
    }
    expect((await telemetry.raw(1, time, time + 5 * HOUR_MS, 10)).map(({ text }) => text)).toEqual(Array(5).fill('on'))
  } finally {
    await telemetry.close()
    await db.close()
    await store.stop()
  }
})
