import { DAY_MS, HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind, type Point, type Text, type Value, type Values } from '../kind.ts'
import { approach } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { choice, counter, flag, measure, onOff, selector, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below, changes, silent } from '../rules.ts'
import { balance, LIFT_M, type Pump, stage, wantedFlow, wantedSpeed } from './pump-hydraulics.ts'

/** Heads are in metres of water; the points show MPa. */
const MPA_PER_M = 0.00980665
const RATED_RPM = 2950

const faults = {
  bearing: {
    everyS: 8 * HOUR_S,
    lastsS: 1500,
    units: 3,
    level: 'warning',
    text: { zh: '水泵轴承温度升高', en: 'A pump bearing is getting hot' },
  },
  levelSignal: {
    everyS: 14 * HOUR_S,
    lastsS: 3000,
    level: 'warning',
    text: { zh: '水池液位信号偏低，供水量偏大', en: 'The level signal reads low, the station pumps too much' },
  },
  strainer: {
    everyS: 9 * HOUR_S,
    lastsS: 1200,
    level: 'warning',
    text: { zh: '进水滤网堵塞，进口压力下降', en: 'The inlet strainer is clogged, suction pressure drops' },
  },
} as const satisfies Kind['faults']

export interface PumpStation {
  seed: number
  mode: number
  /** Metres of water. */
  setpoint: number
  pumps: Pump[]
  suction: number
  discharge: number
  flow: number
  flow_total: number
  power: number
  energy: number
}

const pumpPoints = (n: number): Point[] => [
  onOff(`pump${n}_command`, `${n} 号泵启停`, `Pump ${n} on/off`),
  flag(`pump${n}_running`, `${n} 号泵运行`, `Pump ${n} running`),
  measure(`pump${n}_speed`, `${n} 号泵转速`, `Pump ${n} speed`, 'r/min', 0),
  measure(`pump${n}_current`, `${n} 号泵电流`, `Pump ${n} current`, 'A', 1),
  measure(`pump${n}_flow`, `${n} 号泵流量`, `Pump ${n} flow`, 'm³/h', 1),
  measure(`pump${n}_temperature`, `${n} 号泵电机温度`, `Pump ${n} motor temperature`, '°C', 1),
  measure(`pump${n}_vibration`, `${n} 号泵振动`, `Pump ${n} vibration`, 'mm/s', 2),
  counter(`pump${n}_total`, `${n} 号泵累计流量`, `Pump ${n} total`, 'm³', 0),
  counter(`pump${n}_hours`, `${n} 号泵运行时间`, `Pump ${n} running hours`, 'h', 1),
]

const pumpRules = (n: number) => [
  above(`pump${n}_temperature`, 85, 3, 3, [`${n} 号泵电机温度高`, `Pump ${n} motor hot`], {
    delays: [30, 120],
    why: [
      ['轴承磨损或过载', 'A worn bearing, or overload'],
      ['继续升温将损坏电机', 'If it warms on, the motor is damaged'],
      ['切换到其他泵，安排检查轴承', 'Change over to another pump, have the bearing checked'],
    ],
  }),
  above(`pump${n}_temperature`, 95, 3, 4, [`${n} 号泵电机温度过高`, `Pump ${n} motor too hot`], {
    delays: [10, 120],
    why: [
      ['轴承故障', 'The bearing has failed'],
      ['电机烧毁', 'The motor burns out'],
      ['立即停泵', 'Stop the pump at once'],
    ],
  }),
  above(`pump${n}_vibration`, 4.5, 0.3, 3, [`${n} 号泵振动大`, `Pump ${n} vibrates`], {
    delays: [20, 60],
    suppress_when: `not pump${n}_running`,
    text: [
      `振动 {{value}}，转速 {{pump${n}_speed}}，电流 {{pump${n}_current}}`,
      `Vibration {{value}}, speed {{pump${n}_speed}}, current {{pump${n}_current}}`,
    ],
    why: [
      ['轴承磨损、汽蚀或对中不良', 'A worn bearing, cavitation, or poor alignment'],
      ['机械密封和轴承损坏', 'Seal and bearing are damaged'],
      ['切换到其他泵，测量振动频谱', 'Change over to another pump, measure its spectrum'],
    ],
  }),
]

const MODES = [
  { zh: '自动', en: 'Automatic' },
  { zh: '手动', en: 'Manual' },
]

export const pumpStation: Kind<PumpStation> = {
  kind: 'pump-station',
  sn_prefix: 'WW',
  dev_model: 'BX-3P220',
  module_name: { zh: '供水泵站', en: 'Pump station' },
  group: { zh: '水务', en: 'Waterworks' },
  report_interval_s: 2,
  points: [
    selector('mode', '控制模式', 'Mode', MODES),
    setting('pressure_setpoint', '压力设定', 'Pressure setpoint', 'MPa', 3, 0.36, 0.62),
    measure('suction_pressure', '进口压力', 'Suction pressure', 'MPa', 3),
    measure('discharge_pressure', '出口压力', 'Discharge pressure', 'MPa', 3),
    measure('flow', '总流量', 'Flow', 'm³/h', 1),
    counter('flow_total', '累计流量', 'Flow total', 'm³', 0),
    measure('power', '有功功率', 'Power', 'kW', 1),
    counter('energy', '累计电量', 'Energy', 'kWh', 1),
    choice('pumps_running', '运行台数', 'Pumps running', [
      { zh: '0 台', en: '0' },
      { zh: '1 台', en: '1' },
      { zh: '2 台', en: '2' },
      { zh: '3 台', en: '3' },
    ]),
    ...pumpPoints(1),
    ...pumpPoints(2),
    ...pumpPoints(3),
  ],
  alarm_rules: [
    above('discharge_pressure', 0.64, 0.02, 4, ['出口压力过高', 'Discharge pressure too high'], {
      delays: [5, 20],
      text: [
        '出口压力 {{value}}，限值 {{threshold}}，总流量 {{flow}}',
        'Discharge {{value}}, limit {{threshold}}, flow {{flow}}',
      ],
      why: [
        ['出口阀关闭，或压力设定过高', 'An outlet valve is shut, or the setpoint is too high'],
        ['管网爆管', 'Pipes may burst'],
        ['降低压力设定或停一台泵', 'Lower the setpoint, or stop a pump'],
      ],
    }),
    below('discharge_pressure', 0.3, 0.02, 4, ['出口压力低', 'Discharge pressure low'], {
      delays: [20, 30],
      suppress_when: 'pumps_running == 0',
      why: [
        ['管网爆管，或水泵出力不足', 'A burst pipe, or a weak pump'],
        ['用户水压不足', 'Users have too little pressure'],
        ['对比流量是否突增，派人巡线', 'See whether the flow has jumped, send somebody along the line'],
      ],
    }),
    below('suction_pressure', 0.022, 0.004, 3, ['进口压力低', 'Suction pressure low'], {
      delays: [15, 60],
      suppress_when: 'pumps_running == 0',
      why: [
        ['进水滤网堵塞', 'The inlet strainer is clogged'],
        ['水泵汽蚀', 'The pumps cavitate'],
        ['清洗滤网，必要时减少运行台数', 'Clean the strainer, run fewer pumps if needed'],
      ],
    }),
    silent('flow', 300, 3, ['泵站无数据', 'Station silent'], {
      delays: [0, 30],
      why: [
        ['通信中断或停电', 'The line is down, or the power is out'],
        ['无法监控，控制仍由现场完成', 'It cannot be watched; it goes on controlling itself'],
        ['检查网关，联系现场', 'Check the gateway, call the site'],
      ],
    }),
    changes('mode', 1, ['控制模式切换', 'Mode changed'], {
      text: ['切换为{{value}}', 'Changed to {{value}}'],
      delays: [0, 60],
    }),
    ...pumpRules(1),
    ...pumpRules(2),
    ...pumpRules(3),
  ],
  faults,
  linkLostEveryS: 12 * HOUR_S,
  start(seed) {
    const pumps = [0, 1, 2].map((n) => ({
      running: n === 0,
      command: n === 0,
      speed: n === 0 ? 0.85 : 0,
      flow: 0,
      current: 0,
      temperature: 25,
      vibration: 0,
      total: 1_200_000 + (seed % 90_000) + n * 31_000,
      hours: 8_000 + (seed % 900) + n * 310,
    }))
    const flow_total = pumps.reduce((sum, pump) => sum + pump.total, 0)
    return {
      seed,
      mode: 0,
      setpoint: 0.46 / MPA_PER_M,
      pumps,
      suction: 4,
      discharge: LIFT_M,
      flow: 0,
      flow_total,
      power: 0,
      energy: 610_000 + (seed % 40_000),
    }
  },
  read(state) {
    const values: Values = {
      mode: state.mode,
      pressure_setpoint: state.setpoint * MPA_PER_M,
      suction_pressure: state.suction * MPA_PER_M,
      discharge_pressure: state.discharge * MPA_PER_M,
      flow: state.flow,
      flow_total: state.flow_total,
      power: state.power,
      energy: state.energy,
      pumps_running: state.pumps.filter((pump) => pump.running).length,
    }
    state.pumps.forEach((pump, i) => {
      const n = i + 1
      values[`pump${n}_command`] = pump.command
      values[`pump${n}_running`] = pump.running
      values[`pump${n}_speed`] = pump.speed * RATED_RPM
      values[`pump${n}_current`] = pump.current
      values[`pump${n}_flow`] = pump.flow
      values[`pump${n}_temperature`] = pump.temperature
      values[`pump${n}_vibration`] = pump.vibration
      values[`pump${n}_total`] = pump.total
      values[`pump${n}_hours`] = pump.hours
    })
    return values
  },
  put(state, key, value) {
    if (key === 'mode') state.mode = Number(value)
    else if (key === 'pressure_setpoint') state.setpoint = Number(value) / MPA_PER_M
    else if (key === 'flow_total') state.flow_total = Number(value)
    else if (key === 'energy') state.energy = Number(value)
    else putPump(state, key, value)
  },
  refuse: (state, key): Text | null =>
    key.endsWith('_command') && state.mode === 0
      ? { zh: '自动模式下不能单独启停，请先切换到手动', en: 'Switch to manual mode first' }
      : null,
}

function putPump(state: PumpStation, key: string, value: Value) {
  const pump = state.pumps[Number(key.charAt(4)) - 1]
  if (!pump) return
  if (key.endsWith('_command')) pump.command = value === true
  else if (key.endsWith('_total')) pump.total = Number(value)
  else if (key.endsWith('_hours')) pump.hours = Number(value)
}

/** One step of the station, which pumps into a tank whose level is `level` metres. */
export function stepPumpStation(state: PumpStation, dtS: number, at: PlantState, level: number) {
  const { seed } = state
  const seen = level - (isFaulty(seed, faults.levelSignal, at.time) ? 1.5 : 0)
  const wanted = wantedFlow(state.setpoint, level, seen)
  if (state.mode === 0) stage(state.pumps, wanted, at.day)
  const strainer = isFaulty(seed, faults.strainer, at.time)
  const suction = (strainer ? 2.6 : 4.2) + 0.25 * wave(seed, 11, at.time, 5400)
  const speed = state.mode === 0 ? wantedSpeed(state.pumps, wanted, level, suction) : 0.92
  for (const pump of state.pumps) {
    pump.running = pump.command
    pump.speed = pump.running ? approach(Math.max(pump.speed, 0.4), speed, 6, dtS) : approach(pump.speed, 0, 4, dtS)
    if (!pump.running && pump.speed < 0.05) pump.speed = 0
  }
  state.discharge = balance(state.pumps, level, suction)
  state.flow = state.pumps.reduce((sum, pump) => sum + pump.flow, 0)
  state.suction = suction - (strainer ? 9e-6 : 2.5e-6) * state.flow ** 2
  meter(state, dtS, at)
}

/** What the instruments on motors and meters show after the step. */
function meter(state: PumpStation, dtS: number, at: PlantState) {
  const { seed } = state
  const room = 17 + 0.3 * at.outside
  const lift = Math.max(0, state.discharge - state.suction)
  state.power = 0
  state.pumps.forEach((pump, n) => {
    // ρ g Q H with Q in m³/h gives kW; 0.72 is pump and motor together.
    const power = pump.flow > 0 ? (pump.flow * lift * 9.81) / HOUR_S / 0.72 : pump.running ? 3 : 0
    const load = power / 55
    const bearing = pump.running && isFaulty(seed, faults.bearing, at.time, n)
    const wear = (at.time / (45 * DAY_MS) + n / 3 + (seed % 100) / 100) % 1
    pump.current = pump.running ? 14 + load * 88 + 0.6 * noise(seed, 20 + n, at.time) : 0
    const warm = pump.running ? 26 + 24 * load + 9 * wear + (bearing ? 36 : 0) : 0
    pump.temperature = approach(pump.temperature, room + warm, pump.running ? 420 : 1500, dtS)
    const shake = 0.9 + 0.8 * pump.speed + 1.4 * wear + (bearing ? 2.8 : 0) + 0.12 * noise(seed, 30 + n, at.time)
    pump.vibration = pump.running ? shake : 0.04 + 0.02 * noise(seed, 30 + n, at.time)
    pump.total += (pump.flow * dtS) / HOUR_S
    if (pump.running) pump.hours += dtS / HOUR_S
    state.power += power
  })
  state.flow_total += (state.flow * dtS) / HOUR_S
  state.energy += (state.power * dtS) / HOUR_S
}
