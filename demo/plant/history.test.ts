import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../core/catalogue/durations.ts'
import { runTo } from './history.ts'
import { instruments, sensorFaults } from './instruments.ts'
import { episode } from './kind.ts'
import { isPowerLost } from './outages.ts'
import { plantStateAt } from './plant-state.ts'
import { batches } from './provision.ts'
import { buildWorlds } from './simulation.ts'

const END = Date.parse('2026-11-20T09:30:17+08:00')

test('history ends in the state that live goes on from', () => {
  const worlds = buildWorlds(2, 7, END - DAY_MS)
  const [station] = runTo(worlds, END, 7, new Set(['WW0001']))
  const device = worlds[0]?.devices[0]
  if (!station || !device) throw new Error('no station')
  const total = station.series.find(({ key }) => key === 'flow_total')
  const last = total?.values.at(-1) as number
  const live = instruments(device).read(END).flow_total as number
  expect(END - (total?.times.at(-1) ?? 0)).toBeLessThan(60_000)
  expect(live - last).toBeGreaterThanOrEqual(0)
  expect(live - last).toBeLessThan(10)
})

test('samples of the history are dense enough near its end that no curve shows a gap', () => {
  const worlds = buildWorlds(2, 7, END - 10 * DAY_MS)
  const [, tank] = runTo(worlds, END, 7, new Set(['WW0001', 'WW0002']))
  const times = tank?.series.find(({ key }) => key === 'level')?.times ?? []
  const widest = (fromMs: number, toMs: number) =>
    times.reduce((most, time, n) => {
      const before = times[n - 1] ?? time
      return END - before <= fromMs && END - time >= toMs ? Math.max(most, time - before) : most
    }, 0)
  expect(widest(HOUR_MS, 0)).toBe(5000)
  expect(widest(9 * HOUR_MS, HOUR_MS)).toBe(15_000)
  expect(widest(DAY_MS, 9 * HOUR_MS)).toBe(60_000)
})

test('a power cut is a gap in the history', () => {
  const seed = 7
  const worlds = buildWorlds(1, seed, END - 30 * DAY_MS)
  const state = worlds[0]?.devices[0]?.state
  const [station] = runTo(worlds, END, seed, new Set(['WW0001']))
  const times = station?.series.find(({ key }) => key === 'flow')?.times ?? []
  const middles = times.flatMap((time, n) => {
    const before = times[n - 1] ?? time
    return time - before > 300_000 ? [(before + time) / 2] : []
  })
  expect(middles.length).toBeGreaterThan(0)
  for (const middle of middles) expect(isPowerLost(state?.seed ?? 0, middle)).toBe(true)
})

test('a broken sensor has no value, a stuck one keeps its last value', () => {
  const worlds = buildWorlds(1, 7, END)
  const device = worlds[0]?.devices[0]
  if (!device) throw new Error('no station')
  const { read } = instruments(device)
  const { seed } = device.state
  const begin = ({ broken, stuck }: Record<keyof typeof sensorFaults, boolean>) => {
    const isOn = (fault: keyof typeof sensorFaults, time: number) => episode(seed, sensorFaults[fault], time) !== null
    for (let time = END; ; time += 10_000)
      if (isOn('broken', time) === broken && isOn('stuck', time) === stuck) return time
  }
  const nulls = (time: number) => Object.values(read(time)).filter((value) => value === null).length
  expect(nulls(begin({ broken: false, stuck: false }))).toBe(0)
  expect(nulls(begin({ broken: true, stuck: false }))).toBe(1)

  const start = begin({ broken: false, stuck: true })
  const before = read(start)
  const later = start + 300_000
  for (const world of worlds) {
    world.time = start
    world.advance(plantStateAt(later, 7))
  }
  const truth = instruments(device).read(later)
  const after = read(later)
  const held = Object.keys(after).filter((key) => after[key] !== truth[key])
  expect(held).toHaveLength(1)
  expect(after[held[0] ?? '']).toBe(before[held[0] ?? ''])
})

test('history is sent in calls of limited size, in order and without loss', () => {
  const long = { key: 'a', times: Array.from({ length: 25 }, (_, n) => n), values: Array.from({ length: 25 }, () => 1) }
  const short = { key: 'b', times: [1, 2, 3], values: [true, null, false] }
  const calls = [...batches([long, short], 10)]
  expect(calls.map((call) => call.reduce((sum, { times }) => sum + times.length, 0))).toEqual([10, 10, 8])
  const whole = (key: string) => calls.flat().filter((s) => s.key === key)
  expect(whole('a').flatMap(({ times }) => times)).toEqual(long.times)
  expect(whole('b').flatMap(({ values }) => values)).toEqual(short.values)
})
