import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { counter, measure, onOff, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below } from '../rules.ts'

/** kW that a m³/h of water takes for each kelvin. */
const KW_PER_M3H_K = 1.163
const FULL_FLOW = 62
const FULL_HEAT_KW = 1900

const faults = {
  strainer: {
    everyS: 8 * HOUR_S,
    lastsS: 2000,
    level: 'warning',
    text: { zh: '二次侧过滤器堵塞，压差升高', en: 'The strainer is clogged, pressure drop rises' },
  },
} as const satisfies Kind['faults']

export interface HeatExchanger {
  seed: number
  pump_command: boolean
  supply_setpoint: number
  steam_temperature: number
  supply_temperature: number
  return_temperature: number
  flow: number
  valve_position: number
  heat: number
  heat_total: number
  pressure_drop: number
}

export const heatExchanger: Kind<HeatExchanger> = {
  kind: 'heat-exchanger',
  sn_prefix: 'HX',
  dev_model: 'BR-1.2',
  module_name: { zh: '板式换热机组', en: 'Heat exchanger' },
  group: { zh: '动力车间', en: 'Utilities' },
  report_interval_s: 2,
  points: [
    onOff('pump_command', '循环泵启停', 'Circulation pump'),
    setting('supply_setpoint', '供水温度设定', 'Supply setpoint', '°C', 1, 45, 75),
    measure('steam_temperature', '一次侧温度', 'Steam temperature', '°C', 1),
    measure('supply_temperature', '供水温度', 'Supply temperature', '°C', 1),
    measure('return_temperature', '回水温度', 'Return temperature', '°C', 1),
    measure('flow', '循环流量', 'Flow', 'm³/h', 1),
    measure('valve_position', '调节阀开度', 'Valve position', '%', 1),
    measure('heat', '热功率', 'Heat', 'kW', 0),
    counter('heat_total', '累计热量', 'Heat total', 'MWh', 2),
    measure('pressure_drop', '压差', 'Pressure drop', 'kPa', 1),
  ],
  alarm_rules: [
    above('supply_temperature', 80, 2, 4, ['供水温度高', 'Supply too hot'], {
      delays: [30, 60],
      why: [
        ['调节阀卡在开位', 'The valve is stuck open'],
        ['烫伤风险，管道应力大', 'People may be scalded, pipes are strained'],
        ['手动关小调节阀', 'Close the valve by hand'],
      ],
    }),
    below('supply_temperature', 42, 2, 3, ['供水温度低', 'Supply too cold'], {
      delays: [300, 300],
      suppress_when: 'not pump_command',
      why: [
        ['一次侧蒸汽不足', 'Too little steam'],
        ['用户供热不足', 'Users are not heated'],
        ['检查锅炉压力和调节阀', 'Check the boiler’s pressure and the valve'],
      ],
    }),
    above('pressure_drop', 75, 4, 3, ['过滤器压差高', 'Pressure drop high'], {
      delays: [60, 120],
      text: ['压差 {{value}}，循环流量 {{flow}}', 'Pressure drop {{value}}, flow {{flow}}'],
      why: [
        ['二次侧过滤器堵塞', 'The strainer is clogged'],
        ['循环流量下降', 'Less flow'],
        ['清洗过滤器', 'Clean the strainer'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 12 * HOUR_S,
  start: (seed) => ({
    seed,
    pump_command: true,
    supply_setpoint: 58,
    steam_temperature: 168,
    supply_temperature: 57,
    return_temperature: 46,
    flow: 50,
    valve_position: 35,
    heat: 600,
    heat_total: 5_100 + (seed % 900),
    pressure_drop: 40,
  }),
}

/** One step of the exchanger on steam of `pressure` MPa (gauge). */
export function stepHeatExchanger(state: HeatExchanger, dtS: number, at: PlantState, pressure: number) {
  const { seed } = state
  const clogged = isFaulty(seed, faults.strainer, at.time)
  // Saturated steam: 168 °C at 0.8 bar×10 absolute, within 2 K from 0.3 to 1.1 MPa.
  state.steam_temperature = 179.9 * ((pressure + 0.1013) / 1) ** 0.25 - 0.2 + 0.2 * noise(seed, 1, at.time)
  const flow = state.pump_command ? FULL_FLOW * (clogged ? 0.62 : 0.9) + 0.4 * noise(seed, 2, at.time) : 0
  state.flow = approach(state.flow, flow, 8, dtS)
  if (state.flow < 0.3) state.flow = 0

  const hotWater = 90 + 130 * (bell(at.hour, 7, 1.8) + bell(at.hour, 20, 2.6))
  const rooms = 24 * Math.max(0, 19 - at.outside)
  const taken = (hotWater + rooms) * (1 + 0.06 * wave(seed, 3, at.time, 700)) * (state.flow > 0 ? 1 : 0)
  const lack = state.supply_setpoint - state.supply_temperature
  const valve = state.flow > 0 ? clamp((taken / FULL_HEAT_KW) * 100 + lack * 6, 0, 100) : 0
  state.valve_position = approach(state.valve_position, valve, 20, dtS)
  state.heat = (state.valve_position / 100) * FULL_HEAT_KW * clamp((state.steam_temperature - 60) / 108, 0, 1.2)
  // The network holds 14 m³ of water, which is 16.3 kWh a kelvin.
  const warmed = state.supply_temperature + ((state.heat - taken) * dtS) / HOUR_S / 16.3
  state.supply_temperature = clamp(approach(warmed, 20, 40 * HOUR_S, dtS), 5, 110)
  const drop = state.flow > 0 ? taken / (state.flow * KW_PER_M3H_K) : 0
  state.return_temperature = approach(state.return_temperature, state.supply_temperature - drop, 60, dtS)
  state.heat_total += (state.heat * dtS) / HOUR_S / 1000
  state.pressure_drop = (clogged ? 0.062 : 0.0135) * state.flow ** 2 + 0.3 * noise(seed, 4, at.time)
  if (state.flow === 0) state.pressure_drop = 0
}
