import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { flag, measure, setting } from '../points.ts'
import { wave } from '../random.ts'
import { above, below, equals } from '../rules.ts'

/** A covered reservoir, m² and m. */
export const TANK_AREA = 250
const TANK_HEIGHT = 6

const faults = {
  dosing: {
    everyS: 6 * HOUR_S,
    lastsS: 2400,
    level: 'warning',
    text: { zh: '加氯泵停止，余氯下降', en: 'The dosing pump has stopped, chlorine drops' },
  },
  consumer: {
    everyS: 11 * HOUR_S,
    lastsS: 2700,
    level: 'info',
    text: { zh: '下游大用户停水，出水量下降', en: 'A large consumer has shut its inlet, outflow drops' },
  },
} as const satisfies Kind['faults']

export interface Tank {
  seed: number
  /** m³ */
  volume: number
  level: number
  inflow: number
  outflow: number
  valve_position: number
  overflow: boolean
  temperature: number
  chlorine: number
}

export const tank: Kind<Tank> = {
  kind: 'tank',
  sn_prefix: 'WW',
  dev_model: 'SC-1500',
  module_name: { zh: '高位水池', en: 'Water tank' },
  group: { zh: '水务', en: 'Waterworks' },
  report_interval_s: 2,
  points: [
    measure('level', '液位', 'Level', 'm', 2),
    measure('volume', '蓄水量', 'Volume', 'm³', 1),
    measure('inflow', '进水流量', 'Inflow', 'm³/h', 1),
    measure('outflow', '出水流量', 'Outflow', 'm³/h', 1),
    setting('valve_position', '出水阀开度', 'Outlet valve', '%', 0, 0, 100),
    flag('overflow', '溢流', 'Overflow'),
    measure('temperature', '水温', 'Water temperature', '°C', 1),
    measure('chlorine', '余氯', 'Chlorine', 'mg/L', 2),
  ],
  alarm_rules: [
    above('level', 5.2, 0.1, 3, ['液位高', 'Level high'], {
      delays: [30, 60],
      why: [
        ['进水大于用水', 'More water comes than is taken'],
        ['可能溢流', 'It may overflow'],
        ['降低泵站压力设定', 'Lower the station’s pressure setpoint'],
      ],
    }),
    above('level', 5.6, 0.1, 5, ['液位过高，有溢流危险', 'Level too high, may overflow'], {
      delays: [10, 60],
      channels: ['email'],
      text: [
        '液位 {{value}}，进水 {{inflow}}，出水 {{outflow}}',
        'Level {{value}}, inflow {{inflow}}, outflow {{outflow}}',
      ],
      why: [
        ['液位信号失真，泵站多供水', 'The level signal is wrong, the station pumps too much'],
        ['水池溢流', 'The tank overflows'],
        ['手动停一台泵', 'Stop a pump by hand'],
      ],
    }),
    below('level', 1.5, 0.1, 4, ['液位低', 'Level low'], {
      delays: [30, 120],
      why: [
        ['用水高峰或泵站停机', 'Peak demand, or the station has stopped'],
        ['管网失压', 'The network loses pressure'],
        ['加开一台泵', 'Start another pump'],
      ],
    }),
    equals('overflow', 1, 5, ['水池溢流', 'Tank overflows'], {
      delays: [5, 30],
      channels: ['email'],
      why: [
        ['液位高时未停泵', 'Pumps ran on at a high level'],
        ['浪费水，可能淹没周边', 'Water is lost, and may flood the place'],
        ['立即停泵', 'Stop the pumps at once'],
      ],
    }),
    below('chlorine', 0.3, 0.03, 3, ['余氯低', 'Chlorine low'], {
      delays: [120, 300],
      why: [
        ['加氯泵停止', 'The dosing pump has stopped'],
        ['水质不达标', 'The water is not safe to drink'],
        ['启动备用加氯泵，加密化验', 'Start the spare pump, take samples more often'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 10 * HOUR_S,
  start: (seed) => ({
    seed,
    volume: 4 * TANK_AREA,
    level: 4,
    inflow: 0,
    outflow: 300,
    valve_position: 80,
    overflow: false,
    temperature: 16,
    chlorine: 0.55,
  }),
}

/** What the town takes, m³/h: mornings and evenings, later at the weekend. */
export function consumption(seed: number, at: PlantState): number {
  const late = at.isWeekend ? 1.6 : 0
  const day = 0.42 + 0.75 * bell(at.hour, 7.4 + late, 1.9) + 0.42 * bell(at.hour, 12.2, 2.6)
  const evening = 0.8 * bell(at.hour, 19.3 + late / 2, 2.7)
  return 330 * (day + evening) * (at.isWeekend ? 1.06 : 1) * (1 + 0.05 * wave(seed, 1, at.time, 900))
}

/** One step of the tank, which the station fills with `inflow` m³/h. */
export function stepTank(state: Tank, dtS: number, at: PlantState, inflow: number) {
  const { seed } = state
  const shut = isFaulty(seed, faults.consumer, at.time) ? 0.35 : 1
  const opening = Math.min(1, state.valve_position / 60)
  const wanted = consumption(seed, at) * shut * opening
  state.inflow = inflow
  // It cannot give more than it holds.
  state.outflow = Math.min(wanted, (state.volume * HOUR_S) / dtS + inflow)
  const volume = state.volume + ((inflow - state.outflow) * dtS) / HOUR_S
  state.overflow = volume > TANK_AREA * TANK_HEIGHT
  state.volume = clamp(volume, 0, TANK_AREA * TANK_HEIGHT)
  state.level = state.volume / TANK_AREA
  state.temperature = approach(state.temperature, 12 + 0.35 * at.outside, 6 * HOUR_S, dtS)
  const dosed = isFaulty(seed, faults.dosing, at.time) ? 0.12 : 0.56 + 0.06 * wave(seed, 2, at.time, 5000)
  state.chlorine = approach(state.chlorine, dosed, 1500, dtS)
}
