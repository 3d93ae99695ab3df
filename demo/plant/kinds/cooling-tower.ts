import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { flag, measure, onOff, selector, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below } from '../rules.ts'

const KW_PER_M3H_K = 1.163
const WATER_FLOW = 36
const COMPUTER_ROOM_KW = 95
const ON = 1
const OFF = 2

const faults = {
  makeUp: {
    everyS: 8 * HOUR_S,
    lastsS: 2700,
    level: 'warning',
    text: { zh: '补水阀故障，集水盘液位下降', en: 'The make-up valve has failed, the basin level drops' },
  },
  nozzles: {
    everyS: 13 * HOUR_S,
    lastsS: 2400,
    level: 'warning',
    text: { zh: '喷嘴堵塞，冷却效果下降', en: 'Nozzles are clogged, the tower cools less' },
  },
} as const satisfies Kind['faults']

export interface CoolingTower {
  seed: number
  fan_mode: number
  pump_command: boolean
  outlet_setpoint: number
  inlet_temperature: number
  outlet_temperature: number
  fan_running: boolean
  fan_speed: number
  water_flow: number
  basin_level: number
  conductivity: number
  heat: number
}

export const coolingTower: Kind<CoolingTower> = {
  kind: 'cooling-tower',
  sn_prefix: 'CT',
  dev_model: 'LBC-50',
  module_name: { zh: '冷却塔', en: 'Cooling tower' },
  group: { zh: '暖通', en: 'Building' },
  report_interval_s: 2,
  points: [
    selector('fan_mode', '风机模式', 'Fan mode', [
      { zh: '自动', en: 'Automatic' },
      { zh: '常开', en: 'Always on' },
      { zh: '关闭', en: 'Off' },
    ]),
    onOff('pump_command', '冷却水泵启停', 'Water pump on/off'),
    setting('outlet_setpoint', '出水温度设定', 'Outlet setpoint', '°C', 1, 16, 34),
    measure('inlet_temperature', '进水温度', 'Inlet temperature', '°C', 1),
    measure('outlet_temperature', '出水温度', 'Outlet temperature', '°C', 1),
    flag('fan_running', '风机运行', 'Fan running'),
    measure('fan_speed', '风机转速', 'Fan speed', '%', 1),
    measure('water_flow', '循环水量', 'Water flow', 'm³/h', 1),
    measure('basin_level', '集水盘液位', 'Basin level', '%', 1),
    measure('conductivity', '电导率', 'Conductivity', 'µS/cm', 0),
    measure('heat', '散热量', 'Heat rejected', 'kW', 1),
  ],
  alarm_rules: [
    above('outlet_temperature', 36, 1, 3, ['出水温度高', 'Outlet hot'], {
      delays: [120, 180],
      suppress_when: 'not pump_command',
      why: [
        ['喷嘴堵塞或风机未运行', 'Nozzles are clogged, or the fan does not run'],
        ['冷却能力不足', 'Too little cooling'],
        ['检查风机模式和喷嘴', 'Check the fan mode and the nozzles'],
      ],
    }),
    below('basin_level', 45, 4, 3, ['集水盘液位低', 'Basin low'], {
      delays: [60, 120],
      why: [
        ['补水阀故障', 'The make-up valve has failed'],
        ['继续下降将损坏水泵', 'If it falls on, the pump is damaged'],
        ['手动补水', 'Fill it by hand'],
      ],
    }),
    below('basin_level', 25, 4, 4, ['集水盘液位过低', 'Basin too low'], {
      delays: [20, 60],
      why: [
        ['补水长时间中断', 'No make-up water for long'],
        ['水泵吸空', 'The pump draws air'],
        ['停冷却水泵，检修补水阀', 'Stop the water pump, repair the valve'],
      ],
    }),
    above('conductivity', 1800, 60, 2, ['电导率高', 'Conductivity high'], {
      delays: [300, 600],
      why: [
        ['浓缩倍数过高', 'The water is too concentrated'],
        ['换热面结垢', 'Surfaces scale'],
        ['加大排污', 'Bleed more water'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 14 * HOUR_S,
  start: (seed) => ({
    seed,
    fan_mode: 0,
    pump_command: true,
    outlet_setpoint: 24,
    inlet_temperature: 26,
    outlet_temperature: 24,
    fan_running: true,
    fan_speed: 50,
    water_flow: WATER_FLOW,
    basin_level: 72,
    conductivity: 1100,
    heat: 40,
  }),
}

/** How much of the wanted cold the plant behind the tower can give, 0 to 1: none without water, less when it is hot. */
export const coldOf = (state: CoolingTower) =>
  clamp(state.water_flow / (WATER_FLOW * 0.8), 0, 1) * clamp((46 - state.outlet_temperature) / 10, 0, 1)

/** One step; chillers take `cooling` kW from the air and some from the computer room, and give a quarter more to the water. */
export function stepCoolingTower(state: CoolingTower, dtS: number, at: PlantState, cooling: number) {
  const { seed } = state
  const flow = state.pump_command ? WATER_FLOW + 0.3 * noise(seed, 1, at.time) : 0
  state.water_flow = approach(state.water_flow, flow, 8, dtS)
  if (state.water_flow < 0.3) state.water_flow = 0

  const over = state.outlet_temperature - state.outlet_setpoint
  const wanted = state.fan_mode === OFF ? 0 : state.fan_mode === ON ? 100 : clamp(35 + over * 22, 0, 100)
  state.fan_speed = approach(state.fan_speed, wanted < 12 ? 0 : wanted, 20, dtS)
  state.fan_running = state.fan_speed > 1

  const chiller =
    state.water_flow > 0 ? (cooling + COMPUTER_ROOM_KW * (1 + 0.12 * wave(seed, 5, at.time, 3000))) * 1.25 : 0
  const rise = state.water_flow > 0 ? chiller / (state.water_flow * KW_PER_M3H_K) : 0
  const clogged = isFaulty(seed, faults.nozzles, at.time) ? 0.4 : 1
  const power = (0.1 + (0.9 * state.fan_speed) / 100) * clogged * (state.water_flow / WATER_FLOW)
  state.heat = Math.max(0, state.outlet_temperature + rise - at.wetBulb) * 30 * power
  // Basin and pipes hold 6 m³, 7 kWh a kelvin.
  const warmed = state.outlet_temperature + ((chiller - state.heat) * dtS) / HOUR_S / 7
  state.outlet_temperature = clamp(approach(warmed, at.outside, 30 * HOUR_S, dtS), 3, 48)
  state.inlet_temperature = approach(state.inlet_temperature, state.outlet_temperature + rise, 30, dtS)
  const level = isFaulty(seed, faults.makeUp, at.time) ? 12 : 72 + 3 * wave(seed, 2, at.time, 1500)
  state.basin_level = approach(state.basin_level, level, 1800, dtS)
  state.conductivity = 1150 + 480 * wave(seed, 3, at.time, 90_000) + 4 * noise(seed, 4, at.time)
}
