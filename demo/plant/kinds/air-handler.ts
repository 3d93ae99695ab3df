import { DAY_MS, HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { measure, onOff, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above } from '../rules.ts'

/** kW that 1 m³/h of air takes for each kelvin. */
const KW_PER_M3H_K = 0.000335
const FULL_AIR = 24_000

const faults = {
  damper: {
    everyS: 8 * HOUR_S,
    lastsS: 2400,
    level: 'warning',
    text: { zh: '新风阀卡死，二氧化碳升高', en: 'The outside-air damper is stuck, CO₂ rises' },
  },
  belt: {
    everyS: 12 * HOUR_S,
    lastsS: 1200,
    level: 'warning',
    text: { zh: '风机皮带打滑，风量下降', en: 'The fan belt slips, air flow drops' },
  },
} as const satisfies Kind['faults']

export interface AirHandler {
  seed: number
  fan_command: boolean
  supply_setpoint: number
  supply_temperature: number
  return_temperature: number
  humidity: number
  fan_speed: number
  air_flow: number
  valve_position: number
  damper_position: number
  filter_pressure: number
  co2: number
  /** What the cooling coil takes from the air, kW; 0 in the heating season. */
  cooling: number
}

export const airHandler: Kind<AirHandler> = {
  kind: 'air-handler',
  sn_prefix: 'AH',
  dev_model: 'ZK-24',
  module_name: { zh: '组合式空调机组', en: 'Air handling unit' },
  group: { zh: '暖通', en: 'Building' },
  report_interval_s: 2,
  points: [
    onOff('fan_command', '风机启停', 'Fan on/off'),
    setting('supply_setpoint', '送风温度设定', 'Supply setpoint', '°C', 1, 14, 26),
    measure('supply_temperature', '送风温度', 'Supply temperature', '°C', 1),
    measure('return_temperature', '回风温度', 'Return temperature', '°C', 1),
    measure('humidity', '回风湿度', 'Return humidity', '%', 1),
    measure('fan_speed', '风机转速', 'Fan speed', '%', 1),
    measure('air_flow', '风量', 'Air flow', 'm³/h', 0),
    measure('valve_position', '水阀开度', 'Coil valve', '%', 1),
    measure('damper_position', '新风阀开度', 'Outside-air damper', '%', 1),
    measure('filter_pressure', '过滤器压差', 'Filter pressure drop', 'Pa', 0),
    measure('co2', '二氧化碳', 'CO₂', 'ppm', 0),
  ],
  alarm_rules: [
    above('filter_pressure', 260, 10, 2, ['过滤器堵塞', 'Filter clogged'], {
      delays: [120, 300],
      suppress_when: 'not fan_command',
      why: [
        ['过滤器积尘', 'The filter is full of dust'],
        ['风量下降，风机耗电增加', 'Less air, and a fan that uses more power'],
        ['安排更换过滤器', 'Have the filter changed'],
      ],
    }),
    above('co2', 1200, 60, 3, ['二氧化碳高', 'CO₂ high'], {
      delays: [180, 300],
      suppress_when: 'not fan_command',
      text: [
        '二氧化碳 {{value}}，新风阀开度 {{damper_position}}',
        'CO₂ {{value}}, outside-air damper at {{damper_position}}',
      ],
      why: [
        ['新风不足或新风阀卡死', 'Too little outside air, or a damper that is stuck'],
        ['室内人员不适', 'People inside feel unwell'],
        ['检查新风阀开度，必要时手动开大', 'Check the outside-air damper, and open it by hand if needed'],
      ],
    }),
    above('return_temperature', 29, 0.5, 3, ['室温高', 'Rooms hot'], {
      delays: [300, 300],
      suppress_when: 'not fan_command',
      why: [
        ['供冷不足或皮带打滑', 'Too little cooling, or a slipping belt'],
        ['室内超出舒适范围', 'Rooms leave their comfort range'],
        ['检查水阀开度和风机转速', 'Check the coil valve and the fan speed'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 14 * HOUR_S,
  start: (seed) => ({
    seed,
    fan_command: true,
    supply_setpoint: 19,
    supply_temperature: 19,
    return_temperature: 23,
    humidity: 52,
    fan_speed: 60,
    air_flow: 14_000,
    valve_position: 30,
    damper_position: 30,
    filter_pressure: 120,
    co2: 600,
    cooling: 40,
  }),
}

/** One step; `chilled` is 0 to 1, how much of its cold the coil can have from the plant. */
export function stepAirHandler(state: AirHandler, dtS: number, at: PlantState, chilled: number) {
  const { seed } = state
  const people = (at.isWeekend ? 0.12 : 1) * Math.min(1, bell(at.hour, 10.5, 2.6) + bell(at.hour, 15.5, 2.8))
  const slip = isFaulty(seed, faults.belt, at.time) ? 0.45 : 1
  state.fan_speed = approach(state.fan_speed, state.fan_command ? 45 + 45 * people : 0, 15, dtS)
  if (state.fan_speed < 0.2) state.fan_speed = 0
  state.air_flow = FULL_AIR * (state.fan_speed / 100) * slip

  const stuck = isFaulty(seed, faults.damper, at.time)
  const damper = state.fan_command ? (stuck ? 3 : 20 + clamp((state.co2 - 600) * 0.12, 0, 60)) : 0
  state.damper_position = approach(state.damper_position, damper, 60, dtS)

  const fresh = state.damper_position / 100
  const mixed = state.return_temperature + (at.outside - state.return_temperature) * fresh
  const moves = state.air_flow > 0
  const colder = clamp((22 - state.return_temperature) * 2, -2, 8)
  const wanted = moves ? mixed - state.supply_setpoint - colder : 0
  // The coil can turn the air by 16 K either way, cooling only as far as there is cold.
  const turned = clamp(wanted, -16, 16 * chilled)
  state.valve_position = approach(state.valve_position, (Math.abs(turned) / 16) * 100, 25, dtS)
  const supply = moves ? mixed - turned : state.return_temperature
  state.supply_temperature = approach(state.supply_temperature, supply, 45, dtS) + 0.04 * noise(seed, 1, at.time)
  state.cooling = Math.max(0, turned) * state.air_flow * KW_PER_M3H_K

  // The rooms hold about 9 kWh a kelvin; people and machines give up to 62 kW, walls leak 2.2 kW a kelvin.
  const gain = 6 + 56 * people + 2.2 * (at.outside - state.return_temperature)
  const blown = (state.supply_temperature - state.return_temperature) * state.air_flow * KW_PER_M3H_K
  state.return_temperature = clamp(state.return_temperature + ((gain + blown) * dtS) / HOUR_S / 9, 5, 45)
  const humid = 50 + 9 * wave(seed, 2, at.time, 20_000) - 1.1 * (state.return_temperature - 23)
  state.humidity = approach(state.humidity, humid, 1200, dtS)
  const air = 420 + (900 * people) / (0.35 + 2.6 * fresh * (state.air_flow / FULL_AIR))
  state.co2 = approach(state.co2, Math.min(2500, air), 900, dtS) + 1.5 * noise(seed, 3, at.time)
  const dirt = (at.time / (35 * DAY_MS) + (seed % 50) / 50) % 1
  state.filter_pressure = (110 + 190 * dirt) * (state.air_flow / FULL_AIR) ** 2 * 1.4 + 1.5 * noise(seed, 4, at.time)
  if (state.filter_pressure < 0) state.filter_pressure = 0
}
