import { HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { counter, flag, measure, onOff, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below, equals, silent } from '../rules.ts'

/** Steam at full fire, t/h, and the heat that one t/h carries, kW. */
const FULL_STEAM = 6
export const KW_PER_T_H = 640
/** MPa that one t of steam too much adds. */
const MPA_PER_T = 4.5
/** Below this level, %, the burner locks out; it may fire again above the second. */
const LOCKOUT_LEVEL = 22
const RELEASE_LEVEL = 38

const faults = {
  feedPump: {
    everyS: 6 * HOUR_S,
    lastsS: 540,
    level: 'error',
    text: { zh: '给水泵停止，锅炉水位下降', en: 'The feed pump has stopped, boiler water level drops' },
  },
  draught: {
    everyS: 9 * HOUR_S,
    lastsS: 1500,
    level: 'warning',
    text: { zh: '省煤器积灰，排烟温度升高', en: 'The economiser is fouled, flue gas temperature rises' },
  },
} as const satisfies Kind['faults']

export interface Boiler {
  seed: number
  burner_command: boolean
  pressure_setpoint: number
  pressure: number
  water_level: number
  flame: boolean
  modulation: number
  flue_gas_temperature: number
  feed_water_temperature: number
  steam_flow: number
  gas_flow: number
  gas_total: number
  lockout: boolean
}

export const boiler: Kind<Boiler> = {
  kind: 'boiler',
  sn_prefix: 'BH',
  dev_model: 'WNS6-1.25',
  module_name: { zh: '燃气蒸汽锅炉', en: 'Gas steam boiler' },
  group: { zh: '动力车间', en: 'Utilities' },
  report_interval_s: 2,
  points: [
    { ...onOff('burner_command', '燃烧器启停', 'Burner on/off'), two_step: true },
    setting('pressure_setpoint', '蒸汽压力设定', 'Steam pressure setpoint', 'MPa', 2, 0.4, 1.0),
    measure('pressure', '蒸汽压力', 'Steam pressure', 'MPa', 3),
    measure('water_level', '水位', 'Water level', '%', 1),
    flag('flame', '火焰', 'Flame'),
    measure('modulation', '燃烧负荷', 'Burner modulation', '%', 1),
    measure('flue_gas_temperature', '排烟温度', 'Flue gas temperature', '°C', 1),
    measure('feed_water_temperature', '给水温度', 'Feed water temperature', '°C', 1),
    measure('steam_flow', '蒸汽流量', 'Steam flow', 't/h', 2),
    measure('gas_flow', '燃气流量', 'Gas flow', 'm³/h', 1),
    counter('gas_total', '燃气累计', 'Gas total', 'm³', 0),
    flag('lockout', '低水位联锁', 'Low-water lockout'),
  ],
  alarm_rules: [
    below('water_level', 35, 3, 4, ['锅炉水位低', 'Boiler water low'], {
      delays: [10, 20],
      text: [
        '水位 {{value}}，低限 {{threshold}}，蒸汽流量 {{steam_flow}}',
        'Level {{value}}, limit {{threshold}}, steam {{steam_flow}}',
      ],
      why: [
        ['给水泵停止或给水阀关闭', 'The feed pump has stopped, or the feed valve is shut'],
        ['水位继续下降将联锁停炉', 'If it falls on, the boiler locks out'],
        ['检查给水泵，必要时启动备用泵', 'Check the feed pump, start the spare one if needed'],
      ],
    }),
    equals('lockout', 1, 5, ['低水位联锁停炉', 'Low-water lockout'], {
      delays: [0, 10],
      channels: ['email'],
      why: [
        ['水位低于安全限', 'The level fell below its safe limit'],
        ['停止供汽', 'No more steam'],
        ['现场确认水位恢复后，手动复位', 'See on site that the level is back, then reset by hand'],
      ],
    }),
    above('pressure', 1.05, 0.03, 5, ['蒸汽压力过高', 'Steam pressure too high'], {
      delays: [3, 10],
      channels: ['email'],
      why: [
        ['用汽骤减或燃烧控制失灵', 'Steam use fell at once, or the burner control has failed'],
        ['安全阀起跳', 'The safety valve blows'],
        ['立即降低负荷或停炉', 'Lower the load at once, or stop the boiler'],
      ],
    }),
    below('pressure', 0.55, 0.03, 3, ['蒸汽压力低', 'Steam pressure low'], {
      delays: [60, 60],
      suppress_when: 'not burner_command',
      why: [
        ['用汽量超过锅炉出力，或联锁停炉', 'More steam is used than it makes, or it has locked out'],
        ['下游供热不足', 'Too little heat downstream'],
        ['检查火焰与联锁状态，限制用汽', 'Check flame and lockout, limit the use of steam'],
      ],
    }),
    above('flue_gas_temperature', 235, 5, 2, ['排烟温度高', 'Flue gas hot'], {
      delays: [120, 180],
      suppress_when: 'not burner_command',
      why: [
        ['省煤器积灰', 'The economiser is fouled'],
        ['热效率下降', 'Heat is lost'],
        ['安排吹灰或清洗', 'Have it blown or cleaned'],
      ],
    }),
    silent('water_level', 600, 3, ['锅炉无数据', 'Boiler silent'], {
      why: [
        ['通信中断或控制器断电', 'The line is down, or the controller has no power'],
        ['看不到水位和压力', 'Level and pressure cannot be seen'],
        ['电话联系现场，检查网关', 'Call the site, check the gateway'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: 14 * HOUR_S,
  start: (seed) => ({
    seed,
    burner_command: true,
    pressure_setpoint: 0.8,
    pressure: 0.8,
    water_level: 52,
    flame: true,
    modulation: 45,
    flue_gas_temperature: 150,
    feed_water_temperature: 84,
    steam_flow: 2.5,
    gas_flow: 190,
    gas_total: 2_400_000 + (seed % 200_000),
    lockout: false,
  }),
  refuse: (state, key, value) =>
    key === 'burner_command' && value === true && state.lockout
      ? { zh: '低水位联锁，水位恢复后才能点火', en: 'Low-water lockout, wait for the level' }
      : null,
}

/** One step of the boiler, which heats an exchanger of `heat` kW besides the works. */
export function stepBoiler(state: Boiler, dtS: number, at: PlantState, heat: number) {
  const { seed } = state
  const shift = bell(at.hour, 9.5, 3) + bell(at.hour, 15, 3.2)
  const works = (at.isWeekend ? 0.5 : 2.6) * Math.min(1, shift) * (1 + 0.1 * wave(seed, 1, at.time, 400))
  state.steam_flow = (0.35 + works + heat / KW_PER_T_H) * clamp(state.pressure / 0.4, 0, 1)

  feed(state, dtS, isFaulty(seed, faults.feedPump, at.time))
  fire(state, dtS)
  const steam = state.flame ? (FULL_STEAM * state.modulation) / 100 : 0
  // The safety valve opens at 1.15 MPa.
  state.pressure = clamp(state.pressure + ((steam - state.steam_flow) * MPA_PER_T * dtS) / HOUR_S, 0, 1.15)

  const fouled = isFaulty(seed, faults.draught, at.time)
  const flue = state.flame ? 105 + 1.05 * state.modulation + (fouled ? 90 : 0) : 70
  state.flue_gas_temperature = approach(state.flue_gas_temperature, flue, state.flame ? 120 : 2400, dtS)
  const feedWater = 84 + 3 * wave(seed, 2, at.time, 2000)
  state.feed_water_temperature = approach(state.feed_water_temperature, feedWater, 300, dtS)
  // 76 m³ of natural gas make a ton of steam; the pilot takes two.
  state.gas_flow = state.flame ? 2 + steam * 76 + 0.5 * noise(seed, 3, at.time) : 0
  state.gas_total += (state.gas_flow * dtS) / HOUR_S
}

function feed(state: Boiler, dtS: number, hasFailed: boolean) {
  const drawn = state.steam_flow * 14
  const fed = hasFailed ? 0 : drawn + (52 - state.water_level) * 24
  state.water_level = clamp(
    state.water_level + ((Math.max(0, fed) - drawn * (hasFailed ? 5 : 1)) * dtS) / HOUR_S,
    0,
    100,
  )
  if (state.water_level < LOCKOUT_LEVEL) state.lockout = true
  else if (state.water_level > RELEASE_LEVEL) state.lockout = false
}

function fire(state: Boiler, dtS: number) {
  const lack = state.pressure_setpoint - state.pressure
  const mayFire = state.burner_command && !state.lockout
  if (!mayFire || lack < -0.09) state.flame = false
  else if (lack > -0.02) state.flame = true
  const wanted = state.flame ? clamp(48 + lack * 900, 15, 100) : 0
  state.modulation = state.flame ? approach(Math.max(15, state.modulation), wanted, 12, dtS) : 0
}
