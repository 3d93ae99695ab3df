import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { choice, counter, measure, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, equals, outside } from '../rules.ts'

/** Peak power of the panels and of the inverter, kW. */
const PANELS_KWP = 128
const RATED_KW = 110
const STANDBY = 0
const GENERATING = 1
const FAULT = 2

const faults = {
  insulation: {
    everyS: 30 * HOUR_S,
    lastsS: 1500,
    level: 'error',
    text: { zh: '绝缘阻抗低，逆变器停机', en: 'Insulation resistance low, the inverter has stopped' },
  },
  string: {
    everyS: 16 * HOUR_S,
    lastsS: 5400,
    level: 'warning',
    text: { zh: '一路组串断开，直流电流下降', en: 'A string is open, direct current drops' },
  },
} as const satisfies Kind['faults']

export interface Inverter {
  seed: number
  state: number
  power_limit: number
  dc_voltage: number
  dc_current: number
  ac_power: number
  daily_energy: number
  total_energy: number
  temperature: number
  irradiance: number
  grid_frequency: number
  /** The local day that `daily_energy` counts. */
  day: number
}

export const inverter: Kind<Inverter> = {
  kind: 'inverter',
  sn_prefix: 'PV',
  dev_model: 'SG110CX',
  module_name: { zh: '光伏逆变器', en: 'Solar inverter' },
  group: { zh: '光伏电站', en: 'Solar' },
  report_interval_s: 2,
  points: [
    choice('state', '运行状态', 'State', [
      { zh: '待机', en: 'Standby' },
      { zh: '并网发电', en: 'Generating' },
      { zh: '故障', en: 'Fault' },
    ]),
    setting('power_limit', '有功限值', 'Power limit', '%', 0, 0, 100),
    measure('irradiance', '辐照度', 'Irradiance', 'W/m²', 0),
    measure('dc_voltage', '直流电压', 'DC voltage', 'V', 1),
    measure('dc_current', '直流电流', 'DC current', 'A', 1),
    measure('ac_power', '交流功率', 'AC power', 'kW', 2),
    measure('daily_energy', '日发电量', 'Energy today', 'kWh', 1),
    counter('total_energy', '累计发电量', 'Energy total', 'kWh', 1),
    measure('temperature', '机内温度', 'Temperature', '°C', 1),
    measure('grid_frequency', '电网频率', 'Grid frequency', 'Hz', 2),
  ],
  alarm_rules: [
    equals('state', FAULT, 4, ['逆变器故障', 'Inverter fault'], {
      delays: [5, 30],
      why: [
        ['绝缘阻抗低或内部故障', 'Low insulation resistance, or a fault inside'],
        ['停止发电', 'No power is generated'],
        ['查看故障码，检查直流侧绝缘', 'Read the fault code, check the insulation'],
      ],
    }),
    above('temperature', 75, 3, 3, ['机内温度高', 'Inverter hot'], {
      delays: [120, 300],
      why: [
        ['散热风道堵塞', 'Its air duct is blocked'],
        ['降额发电', 'It generates less'],
        ['清洁风道', 'Clean the duct'],
      ],
    }),
    outside('grid_frequency', [49.8, 50.2], 0.03, 2, ['电网频率越限', 'Grid frequency off limits'], {
      delays: [3, 10],
      why: [
        ['电网扰动', 'The grid is disturbed'],
        ['逆变器可能脱网', 'The inverter may disconnect'],
        ['记录时间，联系电网调度', 'Note the time, call the grid operator'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 12 * HOUR_S,
  start: (seed, at) => ({
    seed,
    state: STANDBY,
    power_limit: 100,
    dc_voltage: 0,
    dc_current: 0,
    ac_power: 0,
    daily_energy: 0,
    total_energy: 380_000 + (seed % 50_000),
    temperature: 25,
    irradiance: 0,
    grid_frequency: 50,
    day: at.day,
  }),
}

export function stepInverter(state: Inverter, dtS: number, at: PlantState) {
  const { seed } = state
  if (at.day !== state.day) {
    state.day = at.day
    state.daily_energy = 0
  }
  // Small clouds pass in minutes when the sky is neither clear nor overcast.
  const passing = 1 - 0.5 * (1 - Math.abs(at.cloud * 2 - 1)) * Math.max(0, wave(seed, 1, at.time, 150))
  const clear = 1050 * at.sun * 0.75 ** (1 / Math.max(0.05, at.sun) - 1)
  state.irradiance = clear * (1 - 0.78 * at.cloud) * passing

  const available = (PANELS_KWP * state.irradiance) / 1000
  state.state = isFaulty(seed, faults.insulation, at.time) ? FAULT : available > 0.5 ? GENERATING : STANDBY
  const strings = isFaulty(seed, faults.string, at.time) ? 0.82 : 1
  const heat = 1 - 0.0035 * Math.max(0, state.temperature - 35)
  const limit = (RATED_KW * state.power_limit) / 100
  const dc = state.state === GENERATING ? Math.min(available * strings * heat, limit / 0.983) : 0
  state.ac_power = dc * 0.983
  const lit = state.irradiance > 8
  state.dc_voltage = lit ? 575 + 90 * Math.min(1, state.irradiance / 300) - 0.9 * (at.outside - 20) : 0
  state.dc_current = lit ? (dc * 1000) / state.dc_voltage : 0
  state.temperature = approach(state.temperature, at.outside + 5 + 0.3 * state.ac_power, 900, dtS)
  state.grid_frequency = 50 + 0.03 * wave(seed, 2, at.time, 60) + 0.005 * noise(seed, 3, at.time)
  const energy = (state.ac_power * dtS) / HOUR_S
  state.daily_energy += energy
  state.total_energy += energy
}
