import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, HOUR_S } from '../../core/catalogue/durations.ts'
import { plantDevices } from './catalogue.ts'
import { runTo, type Series } from './history.ts'
import { episode, type Kind } from './kind.ts'
import type { PumpStation } from './kinds/pump-station.ts'
import { ROUTE_KM } from './kinds/route.ts'
import type { Tank } from './kinds/tank.ts'
import type { Truck } from './kinds/truck.ts'
import { plantStateAt } from './plant-state.ts'
import { buildWorlds, type Simulated, type World } from './simulation.ts'

const SEED = 7
/** Midnight in Shanghai. */
const START = Date.parse('2026-06-01T00:00:00+08:00')

function find<State>(worlds: readonly World[], sn_code: string): Simulated & { state: State } {
  const device = worlds.flatMap((world) => world.devices).find((d) => d.sn_code === sn_code)
  if (!device) throw new Error(`no ${sn_code}`)
  return device as Simulated & { state: State }
}

function stepThrough(
  worlds: readonly World[],
  hours: number,
  stepS: number,
  each: (time: number, dtS: number) => void,
) {
  for (let time = START + stepS * 1000; time <= START + hours * HOUR_MS; time += stepS * 1000) {
    const at = plantStateAt(time, SEED)
    for (const world of worlds) world.advance(at)
    each(time, stepS)
  }
}

const month = (() => {
  const worlds = buildWorlds(12, SEED, START)
  const all = new Set(plantDevices(12, SEED).map(({ sn_code }) => sn_code))
  return runTo(worlds, START + 30 * DAY_MS, SEED, all)
})()

function series(sn_code: string, key: string): Series {
  const found = month.find((device) => device.sn_code === sn_code)?.series.find((s) => s.key === key)
  if (!found) throw new Error(`no ${sn_code} ${key}`)
  return found
}
const numbers = ({ values }: Series) => values.filter((value) => typeof value === 'number')

describe('water works', () => {
  test('the tank of the water works holds the inflow less the outflow', () => {
    const worlds = buildWorlds(2, SEED, START)
    const { state } = find<Tank>(worlds, 'WW0002')
    const first = state.volume
    let flowed = 0
    stepThrough(worlds, 48, 10, (_time, dtS) => {
      flowed += ((state.inflow - state.outflow) * dtS) / HOUR_S
      expect(state.overflow).toBe(false)
      expect(state.volume).toBeCloseTo(first + flowed, 6)
      expect(state.level * 250).toBeCloseTo(state.volume, 9)
    })
    expect(Math.abs(flowed)).toBeGreaterThan(1)
  })

  test('the flow of the pumps is the flow of the station and the inflow of the tank', () => {
    const worlds = buildWorlds(2, SEED, START)
    const station = find<PumpStation>(worlds, 'WW0001').state
    const water = find<Tank>(worlds, 'WW0002').state
    stepThrough(worlds, 24, 60, () => {
      const delivered = station.pumps.reduce((sum, pump) => sum + pump.flow, 0)
      expect(delivered).toBeCloseTo(station.flow, 9)
      expect(water.inflow).toBe(station.flow)
    })
    expect(station.flow).toBeGreaterThan(50)
  })

  test('a stopped pump gives no flow, draws no current and cools down to room temperature', () => {
    const worlds = buildWorlds(2, SEED, START)
    const device = find<PumpStation>(worlds, 'WW0001')
    device.state.mode = 1
    for (const pump of device.state.pumps) pump.command = false
    const hot = device.state.pumps.map((pump) => {
      pump.temperature = 70
      return pump
    })
    stepThrough(worlds, 3, 10, () => {
      expect(device.state.flow).toBe(0)
      for (const pump of hot) expect([pump.flow, pump.current]).toEqual([0, 0])
    })
    for (const pump of hot) expect(pump.temperature).toBeLessThan(32)
    expect(find<Tank>(worlds, 'WW0002').state.volume).toBeLessThan(4 * 250)
  })

  test('a closed outlet valve lets the tank rise until the station stops pumping', () => {
    const worlds = buildWorlds(2, SEED, START)
    const water = find<Tank>(worlds, 'WW0002').state
    water.valve_position = 0
    stepThrough(worlds, 24, 30, () => expect(water.outflow).toBe(0))
    expect(find<PumpStation>(worlds, 'WW0001').state.flow).toBe(0)
    expect(water.level).toBeGreaterThan(4.5)
  })

  test('water consumption is higher in the morning than at night', () => {
    const { times, values } = series('WW0002', 'outflow')
    const mean = (from: number, to: number) => {
      const picked = values.filter((value, n) => {
        const hour = (((times[n] ?? 0) - START) % DAY_MS) / HOUR_MS
        return typeof value === 'number' && hour >= from && hour < to
      }) as number[]
      return picked.reduce((sum, value) => sum + value, 0) / picked.length
    }
    expect(mean(7, 9)).toBeGreaterThan(2 * mean(2, 4))
  })
})

test('temperatures stay within the range of the machines over 30 days', () => {
  const limits: Record<string, [number, number]> = {
    WW0001: [5, 120],
    WW0002: [0, 35],
    CR0001: [-5, 125],
    CR0002: [-5, 125],
    BH0001: [20, 320],
    HX0001: [5, 200],
    TR0001: [-30, 45],
    PV0001: [-15, 85],
    GW0001: [-10, 75],
    GW0002: [-10, 75],
    AH0001: [5, 40],
    CT0001: [0, 50],
  }
  for (const { sn_code, kind } of month) {
    const [min, max] = limits[sn_code] ?? [0, 0]
    for (const { key } of kind.points.filter(({ unit }) => unit === '°C')) {
      const values = numbers(series(sn_code, key))
      expect(values.length, `${sn_code} ${key}`).toBeGreaterThan(1000)
      expect(Math.min(...values), `${sn_code} ${key}`).toBeGreaterThanOrEqual(min)
      expect(Math.max(...values), `${sn_code} ${key}`).toBeLessThanOrEqual(max)
    }
  }
})

test('every number of 30 days is finite and every counter only grows', () => {
  for (const { sn_code, kind, series: all } of month) {
    for (const one of all) {
      const point = kind.points.find(({ key }) => key === one.key)
      const values = numbers(one)
      expect(values.every(Number.isFinite), `${sn_code} ${one.key}`).toBe(true)
      if (!point?.isKept || point.access === 'rw') continue
      expect(
        values.every((value, n) => n === 0 || value >= (values[n - 1] as number)),
        `${sn_code} ${one.key}`,
      ).toBe(true)
    }
  }
})

test('the inverter gives nothing at night and some power every noon when it is not broken', () => {
  const power = series('PV0001', 'ac_power')
  const state = series('PV0001', 'state')
  expect(state.values).toContain(2)
  const sunny = new Set<number>()
  power.times.forEach((time, n) => {
    const hour = ((time - START) % DAY_MS) / HOUR_MS
    const value = power.values[n]
    if (typeof value !== 'number') return
    if (hour < 4 || hour > 20.5) expect(value).toBe(0)
    if (hour > 11.5 && hour < 12.5 && value > 5) sunny.add(Math.floor((time - START) / DAY_MS))
    expect(value).toBeLessThanOrEqual(110)
  })
  expect(sunny.size).toBeGreaterThan(27)
})

test('the truck drives its route at road speed and stops at depots for more than five minutes', () => {
  const worlds = buildWorlds(12, SEED, START)
  const { state } = find<Truck>(worlds, 'TR0001')
  let stoppedS = 0
  const stops: number[] = []
  const first = state.odometer
  let before = first
  stepThrough(worlds, 24, 5, (_time, dtS) => {
    const speed = ((state.odometer - before) * HOUR_S) / dtS
    expect(speed).toBeLessThanOrEqual(95)
    before = state.odometer
    if (state.speed === 0) stoppedS += dtS
    else {
      if (stoppedS > 0) stops.push(stoppedS)
      stoppedS = 0
    }
  })
  expect(state.odometer - first).toBeGreaterThan(ROUTE_KM)
  expect(ROUTE_KM).toBeGreaterThan(300)
  expect(stops.length).toBeGreaterThanOrEqual(6)
  expect(Math.min(...stops)).toBeGreaterThan(300)
})

test('a boiler low on water locks its burner out, and burns no gas before the water is back', () => {
  const { times, values } = series('BH0001', 'lockout')
  const locked = times.filter((_, n) => values[n] === true)
  expect(locked.length).toBeGreaterThan(0)
  const gas = series('BH0001', 'gas_flow')
  for (const time of locked) {
    const value = gas.values[gas.times.indexOf(time)]
    if (value !== undefined && value !== null) expect(value).toBe(0)
  }
})

test('the same seed gives the same day, another seed another one', () => {
  const day = (seed: number) =>
    runTo(buildWorlds(12, seed, START), START + DAY_MS, seed, new Set(['WW0001', 'TR0001'])).map((d) => d.series)
  const once = day(3)
  expect(day(3)).toEqual(once)
  expect(day(4)).not.toEqual(once)
})

test('the plant has an event about every ten minutes', () => {
  let begun = 0
  for (const { sn_code, kind } of month) {
    const { state } = find(buildWorlds(12, SEED, START), sn_code)
    begun += happenings(kind, state.seed)
  }
  const everyMinutes = (30 * 24 * 60) / begun
  expect(everyMinutes).toBeGreaterThan(5)
  expect(everyMinutes).toBeLessThan(20)
})

function happenings({ faults }: Kind, seed: number): number {
  let begun = 0
  for (const fault of Object.values(faults))
    for (let unit = 0; unit < (fault.units ?? 1); unit++) {
      const seen = new Set<number>()
      for (let time = START; time < START + 30 * DAY_MS; time += 60_000) {
        const now = episode(seed, fault, time, unit)
        if (now) seen.add(now.nth)
      }
      begun += seen.size
    }
  return begun
}
