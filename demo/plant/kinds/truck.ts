import { HOUR_MS, HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { counter, flag, measure, onOff, setting } from '../points.ts'
import { chance, noise, wave } from '../random.ts'
import { above, below, equals, silent } from '../rules.ts'
import { nextStop, onRoute, ROUTE_KM } from './route.ts'

/** Part of the tank that a full round takes, %. */
const FUEL_PER_ROUND = 62

/** How fast the cargo takes on the outside's temperature, and how fast the reefer turns it, seconds. */
const OPEN_TAU_S = 8000
const CLOSED_TAU_S = 3.5 * HOUR_S
const REEFER_TAU_S = 700

const faults = {
  reefer: {
    everyS: 7 * HOUR_S,
    lastsS: 2100,
    level: 'error',
    text: { zh: '冷机故障停机，货箱温度上升', en: 'The reefer has failed, the cargo warms up' },
  },
} as const satisfies Kind['faults']

export interface Truck {
  seed: number
  lat: number
  lng: number
  speed: number
  heading: number
  cargo_temperature: number
  outside_temperature: number
  door_open: boolean
  reefer_on: boolean
  reefer_running: boolean
  cargo_setpoint: number
  fuel: number
  odometer: number
  /** km since the round began. */
  done: number
  /** Seconds left of a stop, and its whole length. */
  stopS: number
  stopLengthS: number
}

export const truck: Kind<Truck> = {
  kind: 'truck',
  sn_prefix: 'TR',
  dev_model: 'LCC-4200',
  module_name: { zh: '冷链运输车', en: 'Cold-chain truck' },
  group: { zh: '冷链车队', en: 'Cold chain' },
  report_interval_s: 5,
  points: [
    measure('lat', '纬度', 'Latitude', '°', 6),
    measure('lng', '经度', 'Longitude', '°', 6),
    measure('speed', '车速', 'Speed', 'km/h', 1),
    measure('heading', '方向', 'Heading', '°', 0),
    measure('cargo_temperature', '货箱温度', 'Cargo temperature', '°C', 1),
    measure('outside_temperature', '环境温度', 'Outside temperature', '°C', 1),
    setting('cargo_setpoint', '货箱温度设定', 'Cargo setpoint', '°C', 1, -25, 8),
    flag('door_open', '货箱门打开', 'Door open'),
    onOff('reefer_on', '冷机启停', 'Reefer on/off'),
    flag('reefer_running', '冷机运行', 'Reefer running'),
    measure('fuel', '油量', 'Fuel', '%', 1),
    counter('odometer', '里程', 'Odometer', 'km', 1),
  ],
  alarm_rules: [
    above('cargo_temperature', -14, 1, 3, ['货箱温度高', 'Cargo warm'], {
      delays: [300, 300],
      suppress_when: 'door_open',
      text: ['货箱 {{value}}，设定 {{cargo_setpoint}}', 'Cargo {{value}}, setpoint {{cargo_setpoint}}'],
      why: [
        ['冷机故障或开门过久', 'The reefer has failed, or the door was open for long'],
        ['货物升温', 'The load warms up'],
        ['联系司机检查冷机', 'Have the driver check the reefer'],
      ],
    }),
    above('cargo_temperature', -10, 1, 5, ['货箱温度过高，货物有风险', 'Cargo too warm, load at risk'], {
      delays: [60, 300],
      channels: ['email'],
      why: [
        ['冷机长时间停机', 'The reefer has been off for long'],
        ['货物报废', 'The load is lost'],
        ['安排转运到最近冷库', 'Bring the load to the nearest cold store'],
      ],
    }),
    below('fuel', 20, 3, 2, ['油量低', 'Fuel low'], {
      delays: [60, 60],
      why: [
        ['未按计划加油', 'It was not refuelled as planned'],
        ['途中停车，冷机停机', 'It stops on its way, and so does the reefer'],
        ['提醒司机加油', 'Remind the driver to refuel'],
      ],
    }),
    above('speed', 95, 3, 2, ['超速', 'Too fast'], { delays: [20, 20] }),
    equals('reefer_on', 0, 2, ['冷机被关闭', 'Reefer switched off'], {
      delays: [30, 0],
      why: [
        ['司机关闭冷机', 'The driver switched it off'],
        ['货物升温', 'The load warms up'],
        ['空车可忽略，载货时要求开启', 'Nothing to do when empty; loaded, have it switched on'],
      ],
    }),
    silent('speed', 900, 2, ['车辆无数据', 'Truck silent'], {
      why: [
        ['隧道、地下停车或终端断电', 'A tunnel, a garage, or no power'],
        ['看不到位置和货温', 'Place and cargo temperature are not known'],
        ['联系司机', 'Call the driver'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: HOUR_S,
  start(seed) {
    const done = chance(seed, 1) * ROUTE_KM
    const { lat, lng, heading } = onRoute(done)
    return {
      seed,
      lat,
      lng,
      speed: 0,
      heading,
      cargo_temperature: -18,
      outside_temperature: 18,
      door_open: false,
      reefer_on: true,
      reefer_running: true,
      cargo_setpoint: -18,
      fuel: 95 - (FUEL_PER_ROUND * done) / ROUTE_KM,
      odometer: 118_000 + (seed % 40_000),
      done,
      stopS: 0,
      stopLengthS: 0,
    }
  },
  refuse: (state, key, value) =>
    key === 'reefer_on' && value === true && state.door_open
      ? { zh: '货箱门打开时不能启动冷机', en: 'Close the cargo door first' }
      : null,
}

/** One step along the road; steps of 10 s and less give a smooth ride. */
export function stepTruck(state: Truck, dtS: number, at: PlantState) {
  if (state.stopS > 0) wait(state, dtS)
  else drive(state, dtS, at)
  const here = onRoute(state.done)
  state.lat = here.lat
  state.lng = here.lng
  if (state.speed > 1) state.heading = here.heading
  cool(state, dtS, at)
}

function wait(state: Truck, dtS: number) {
  state.speed = 0
  state.stopS = Math.max(0, state.stopS - dtS)
  const part = 1 - state.stopS / state.stopLengthS
  // Loading takes the middle part of a stop; the door is opened twice.
  state.door_open = (part > 0.2 && part < 0.36) || (part > 0.55 && part < 0.68)
  const atHome = state.done % ROUTE_KM < 0.01
  if (atHome && part > 0.7) state.fuel = Math.min(96, state.fuel + 0.15 * dtS)
}

function drive(state: Truck, dtS: number, at: PlantState) {
  state.door_open = false
  const { limit } = onRoute(state.done)
  const { inKm, stop_min } = nextStop(state.done)
  const traffic = 1 - 0.12 * (1 + wave(state.seed, 2, at.time, 420)) * (at.hour > 7 && at.hour < 20 ? 1 : 0.4)
  // Braking with 0.6 m/s² needs v²/(2·0.6) metres.
  const brake = Math.sqrt(2 * 0.6 * inKm * 1000) * 3.6
  const wanted = Math.min(limit * traffic, Math.max(8, brake))
  state.speed = clamp(wanted, state.speed - 2.2 * dtS, state.speed + 2.5 * dtS)
  const km = Math.min((state.speed * dtS) / HOUR_S, inKm)
  const arrives = inKm - km < 0.004
  state.done = (state.done + (arrives ? inKm : km)) % ROUTE_KM
  state.odometer += km
  state.fuel = Math.max(3, state.fuel - (km * FUEL_PER_ROUND) / ROUTE_KM)
  if (!arrives) return
  // A hair past the depot, so that it is behind when the stop is over.
  state.done += 0.001
  state.speed = 0
  state.stopLengthS = stop_min * 60 * (1 + 0.2 * chance(state.seed, Math.floor(at.time / HOUR_MS)))
  state.stopS = state.stopLengthS
}

function cool(state: Truck, dtS: number, at: PlantState) {
  const { seed } = state
  state.outside_temperature = at.outside + 0.3 * noise(seed, 3, at.time)
  state.reefer_running = state.reefer_on && !state.door_open && !isFaulty(seed, faults.reefer, at.time)
  const warmed = approach(state.cargo_temperature, at.outside, state.door_open ? OPEN_TAU_S : CLOSED_TAU_S, dtS)
  // What leaks in through the walls is taken out again, however hot the day.
  const leak = ((at.outside - state.cargo_setpoint) * REEFER_TAU_S) / CLOSED_TAU_S
  const target = state.cargo_setpoint + 0.4 * wave(seed, 4, at.time, 900) - leak
  state.cargo_temperature = state.reefer_running ? approach(warmed, target, REEFER_TAU_S, dtS) : warmed
}
