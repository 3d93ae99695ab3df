import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HIGH, heat, newDevice, openAlarmSide, rowsOf, send } from '../../../tests/server/alarms.ts'
import { openGate } from '../../../tests/server/gate.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { createLate } from './late.ts'
import type { RuleAtDevice } from './place.ts'
import { NO_RULES, placeRules } from './placed.ts'
import type { RuleRow } from './rows.ts'

const { db, side } = await openAlarmSide()

/** Before the history of a device's temperature is read for a review, something else is done. */
function beforeReviews(...works: readonly (readonly [sn: string, work: () => Promise<unknown>])[]): void {
  const byPoint = new Map(works.map(([sn, work]) => [side.point(sn, 'temperature').point_id, work]))
  const { raw } = side.telemetry
  const spy = vi.spyOn(side.telemetry, 'raw').mockImplementation(async (...[point, ...range]) => {
    if (range[3] === 'desc') await byPoint.get(point)?.()
    return raw.call(side.telemetry, point, ...range)
  })
  onTestFinished(() => spy.mockRestore())
}

describe('late messages of one organisation that are reviewed together', () => {
  /** Devices that have reported now, and what they report late: an alarm of a second. */
  async function withLate(count: number) {
    const start = Date.now() - 60_000
    const sns: string[] = []
    for (let i = 0; i < count; i++) {
      const sn = await newDevice(db, side, [HIGH])
      await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
      sns.push(sn)
    }
    const evaluateLate = (sn: string, stored?: Promise<unknown>) => {
      const point = side.point(sn, 'temperature')
      const reading = (data_time: number, value: number) => ({
        data_time,
        values: [{ point, value, quality: 'good' as const }],
      })
      return side.alarms.evaluate(side.device(sn), [reading(start + 10_000, 95), reading(start + 11_000, 20)], stored)
    }
    return { sns: sns as [string, string, string], evaluateLate }
  }

  test('none of them is acknowledged when the history of one cannot be read', async () => {
    const { sns, evaluateLate } = await withLate(3)
    const [first, failing, other] = sns
    const gate = openGate()
    const reading = openGate()
    const waits = () => {
      reading.resolve()
      return gate.promise
    }
    beforeReviews([first, waits], [failing, () => Promise.reject(new Error('refused'))])
    const before = evaluateLate(first)
    await reading.promise
    const both = Promise.allSettled([evaluateLate(failing), evaluateLate(other)])
    await nextTurn()
    gate.resolve()
    await before
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await evaluateLate(other)
    expect(await rowsOf(db, other)).toHaveLength(1)
  })

  test('one that could not be stored is not reviewed with the next one', async () => {
    const { sns, evaluateLate } = await withLate(2)
    const [lost, other] = sns
    await expect(evaluateLate(lost, Promise.reject(new Error('full')))).rejects.toThrow('full')
    await evaluateLate(other)
    expect(await rowsOf(db, other)).toHaveLength(1)
    expect(await rowsOf(db, lost)).toEqual([])
  })

  test('one that is not stored yet is not reviewed with another, nor does that one wait for it', async () => {
    const { sns, evaluateLate } = await withLate(2)
    const [slow, other] = sns
    const stored = openGate()
    const waits = evaluateLate(slow, stored.promise)
    await evaluateLate(other)
    expect(await rowsOf(db, other)).toHaveLength(1)
    expect(await rowsOf(db, slow)).toEqual([])
    stored.resolve()
    await waits
    expect(await rowsOf(db, slow)).toHaveLength(1)
  })
})

test('late readings of an alarm that there is no room for are counted, and leave none', async () => {
  const start = Date.now() - 60_000
  const sn = await newDevice(db, side, [])
  const values = [20, 95, 20, 21].map((value, i) => [start + i * 10_000, value] as const)
  await send(
    side,
    sn,
    values.map(([time, value]) => heat(time, value)),
  )
  const device = side.device(sn)
  const rule = {
    ...HIGH,
    rule_id: 1,
    dead_band: 0,
    on_delay_s: 0,
    off_delay_s: 0,
    alarm_text: '',
    alarm_text_en: '',
    suppress_when: '',
  }
  const found = { rules: [rule as unknown as RuleRow], alarms: [], holds: [], timezone: 'UTC' }
  const [at] = placeRules(device, found, NO_RULES, start).all as [RuleAtDevice]
  at.evaluated_time = start + 30_000
  at.state = { stands: false, since: null, time: start + 30_000, value: 21 }
  const added: unknown[] = []
  const dropped: [LiveDevice, number][] = []
  const late = createLate({
    db,
    telemetry: side.telemetry,
    writer: { inTurn: (_, work) => work(), add: (changes) => added.push(...changes), persistOf: async () => {} },
    isPlaced: () => true,
    watch: () => {},
    weigh: () => null,
    postpone: () => {},
    drop: (...count) => dropped.push(count),
  })
  const readings = values.slice(1, 3).map(([data_time, value]) => {
    return { data_time, values: [{ point: side.point(sn, 'temperature'), value, quality: 'good' as const }] }
  })
  await late.take(1, { readings, late: new Map([[at, { from: 0, to: 1 }]]) }, Promise.resolve())
  expect(added).toEqual([])
  expect(dropped).toEqual([[device, 1]])
})
