import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind, type Text } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { choice, counter, flag, measure, onOff, selector, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below, equals } from '../rules.ts'

/** Free air delivery of one machine, m³/min, and what receiver and pipes hold, m³. */
const DELIVERY = 14
const RECEIVER_M3 = 22
/** bar to MPa. */
const MPA = 0.1
const STOPPED = 0
const UNLOADED = 1
const LOADED = 2
const TRIPPED = 3
/** A follower takes over this far below the lead's pressure, MPa, and stops after running unloaded for this long, s. */
const FOLLOWS_BELOW = 0.06
const IDLE_STOP_S = 480

const faults = {
  cooler: {
    everyS: 8 * HOUR_S,
    lastsS: 1300,
    level: 'warning',
    text: { zh: '油冷却器堵塞，油温升高', en: 'The oil cooler is clogged, oil temperature rises' },
  },
  dryer: {
    everyS: 7 * HOUR_S,
    lastsS: 1500,
    level: 'warning',
    text: { zh: '冷干机故障，露点升高', en: 'The dryer has failed, dew point rises' },
  },
} as const satisfies Kind['faults']

export interface Compressor {
  seed: number
  role: number
  run_command: boolean
  pressure_setpoint: number
  state: number
  running: boolean
  pressure: number
  motor_current: number
  oil_temperature: number
  dew_point: number
  power: number
  running_hours: number
  loaded_hours: number
  energy: number
  /** How long it has been unloaded. */
  idleS: number
}

const ROLES: Text[] = [
  { zh: '主机', en: 'Lead' },
  { zh: '从机', en: 'Follower' },
]

export const compressor: Kind<Compressor> = {
  kind: 'compressor',
  sn_prefix: 'CR',
  dev_model: 'GA-90W',
  module_name: { zh: '螺杆空压机', en: 'Screw compressor' },
  group: { zh: '动力车间', en: 'Utilities' },
  report_interval_s: 2,
  points: [
    selector('role', '联控角色', 'Role', ROLES),
    onOff('run_command', '启停', 'Start/stop'),
    setting('pressure_setpoint', '压力设定', 'Pressure setpoint', 'MPa', 2, 0.5, 0.85),
    choice('state', '运行状态', 'State', [
      { zh: '停机', en: 'Stopped' },
      { zh: '空载', en: 'Unloaded' },
      { zh: '加载', en: 'Loaded' },
      { zh: '故障停机', en: 'Tripped' },
    ]),
    flag('running', '运行', 'Running'),
    measure('pressure', '排气压力', 'Pressure', 'MPa', 3),
    measure('motor_current', '电机电流', 'Motor current', 'A', 1),
    measure('oil_temperature', '油温', 'Oil temperature', '°C', 1),
    measure('dew_point', '露点', 'Dew point', '°C', 1),
    measure('power', '有功功率', 'Power', 'kW', 1),
    counter('running_hours', '运行时间', 'Running hours', 'h', 1),
    counter('loaded_hours', '加载时间', 'Loaded hours', 'h', 1),
    counter('energy', '累计电量', 'Energy', 'kWh', 1),
  ],
  alarm_rules: [
    above('oil_temperature', 100, 3, 3, ['油温高', 'Oil hot'], {
      delays: [30, 60],
      text: ['油温 {{value}}，跳机限 108 °C', 'Oil {{value}}, trips at 108 °C'],
      why: [
        ['油冷却器堵塞或环境温度高', 'The oil cooler is clogged, or the room is hot'],
        ['油温继续升高将跳机', 'If it rises on, the machine trips'],
        ['清洁冷却器，降低负荷', 'Clean the cooler, lower the load'],
      ],
    }),
    above('oil_temperature', 108, 3, 5, ['油温过高', 'Oil too hot'], {
      delays: [5, 30],
      channels: ['email'],
      why: [
        ['冷却失效', 'Cooling has failed'],
        ['空压机跳机', 'The compressor trips'],
        ['切换到备用机', 'Change over to the other machine'],
      ],
    }),
    above('dew_point', 10, 1, 2, ['露点高', 'Dew point high'], {
      delays: [120, 300],
      suppress_when: 'not running',
      why: [
        ['冷干机故障', 'The dryer has failed'],
        ['管路积水', 'Water gathers in the pipes'],
        ['检查冷干机和排水器', 'Check the dryer and the drains'],
      ],
    }),
    below('pressure', 0.5, 0.02, 4, ['供气压力低', 'Air pressure low'], {
      delays: [15, 30],
      suppress_when: 'not run_command',
      text: ['供气压力 {{value}}，设定 {{pressure_setpoint}}', 'Pressure {{value}}, setpoint {{pressure_setpoint}}'],
      why: [
        ['用气超过产气，或空压机跳机', 'More air is used than made, or a compressor has tripped'],
        ['气动阀门动作不可靠', 'Air-driven valves become unreliable'],
        ['启动备用机，查找泄漏', 'Start the other machine, look for a leak'],
      ],
    }),
    equals('state', TRIPPED, 5, ['空压机故障停机', 'Compressor tripped'], {
      delays: [0, 10],
      channels: ['email'],
      why: [
        ['保护动作', 'A protection has acted'],
        ['少一台机供气', 'One machine fewer makes air'],
        ['查明原因后现场复位', 'Find the cause, then reset on site'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 10 * HOUR_S,
  start: (seed) => ({
    seed,
    role: 0,
    run_command: true,
    pressure_setpoint: 0.7,
    state: UNLOADED,
    running: true,
    pressure: 0.7,
    motor_current: 60,
    oil_temperature: 70,
    dew_point: 3,
    power: 30,
    running_hours: 11_000 + (seed % 4000),
    loaded_hours: 7_000 + (seed % 2000),
    energy: 820_000 + (seed % 90_000),
    idleS: 0,
  }),
  refuse(state, key, value) {
    if (key === 'pressure_setpoint' && state.role === 1)
      return { zh: '从机跟随主机设定，请在主机上修改', en: 'A follower takes the setpoint of its lead' }
    if (key === 'run_command' && value === true && state.state === TRIPPED)
      return { zh: '故障停机，油温降到 75 °C 以下才能启动', en: 'Tripped, wait until the oil is below 75 °C' }
    return null
  },
}

/** What the works take from the header, m³/min: two shifts on working days, leaks always. */
export function airDemand(seed: number, at: PlantState): number {
  const shifts = bell(at.hour, 10.5, 3.4) + bell(at.hour, 15.8, 3.2) + 0.55 * bell(at.hour, 20.5, 2.2)
  const machines = (at.isWeekend ? 4 : 15.5) * Math.min(1.15, shifts) * (1 + 0.22 * wave(seed, 1, at.time, 240))
  return 3.2 + Math.max(0, machines)
}

/** Free air that the machine delivers now, m³/min. */
export const delivered = (state: Compressor) => (state.state === LOADED ? DELIVERY : 0)

/** One step of one machine on a header of `pressure` MPa; a follower works by its lead's `setpoint`. */
export function stepCompressor(state: Compressor, dtS: number, at: PlantState, pressure: number, setpoint: number) {
  const { seed } = state
  if (state.role === 1) state.pressure_setpoint = setpoint
  state.state = nextState(state, pressure, state.pressure_setpoint - (state.role === 1 ? FOLLOWS_BELOW : 0))
  state.running = state.state === LOADED || state.state === UNLOADED
  state.idleS = state.state === UNLOADED ? state.idleS + dtS : 0
  state.pressure = pressure

  const load = state.state === LOADED ? 0.82 + 0.26 * pressure : state.state === UNLOADED ? 0.31 : 0
  const hot = isFaulty(seed, faults.cooler, at.time)
  const oil = state.running ? 52 + 26 * load + 0.25 * at.outside + (hot ? 30 : 0) : 22 + 0.3 * at.outside
  state.oil_temperature = approach(state.oil_temperature, oil, state.running ? 300 : 1800, dtS)
  const dew = isFaulty(seed, faults.dryer, at.time) ? 15 : 3 + 1.2 * wave(seed, 2, at.time, 1800)
  state.dew_point = approach(state.dew_point, dew, 400, dtS)
  state.power = load * 90
  state.motor_current = load > 0 ? 20 + 150 * load + 0.8 * noise(seed, 3, at.time) : 0
  if (state.running) state.running_hours += dtS / HOUR_S
  if (state.state === LOADED) state.loaded_hours += dtS / HOUR_S
  state.energy += (state.power * dtS) / HOUR_S
}

function nextState(state: Compressor, pressure: number, setpoint: number): number {
  if (state.oil_temperature > 112) return TRIPPED
  if (state.state === TRIPPED && state.oil_temperature > 75) return TRIPPED
  if (!state.run_command) return STOPPED
  if (pressure < setpoint - 0.025) return LOADED
  const isOff = state.state === STOPPED || state.state === TRIPPED
  if (isOff) return STOPPED
  if (pressure > setpoint + 0.025) return state.idleS > IDLE_STOP_S ? STOPPED : UNLOADED
  return state.state
}

/** The header's pressure, MPa, after both machines have given `supply` and the works have taken their part. */
export function stepHeader(pressure: number, dtS: number, supply: number, demand: number): number {
  const taken = demand * clamp(pressure / 0.55, 0, 1)
  return Math.max(0, pressure + (((supply - taken) / RECEIVER_M3) * MPA * dtS) / 60)
}
