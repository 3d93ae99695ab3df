import { DAY_S, HOUR_S } from '../../../core/catalogue/durations.ts'
import { isFaulty, type Kind } from '../kind.ts'
import { approach, bell, clamp } from '../physics.ts'
import type { PlantState } from '../plant-state.ts'
import { choice, counter, label, measure, onOff, setting } from '../points.ts'
import { noise, wave } from '../random.ts'
import { above, below, silent } from '../rules.ts'

const faults = {
  fading: {
    everyS: 4 * HOUR_S,
    lastsS: 1200,
    level: 'warning',
    text: { zh: '信号弱', en: 'Weak signal' },
  },
  busy: {
    everyS: 5 * HOUR_S,
    lastsS: 900,
    level: 'warning',
    text: { zh: '处理器负荷高', en: 'The processor is busy' },
  },
} as const satisfies Kind['faults']

export interface Gateway {
  seed: number
  signal: number
  network: number
  traffic: number
  upload_rate: number
  cpu: number
  memory: number
  temperature: number
  uptime: number
  card_state: string
  vpn_on: boolean
  upload_interval: number
  reboot: boolean
}

export const gateway: Kind<Gateway> = {
  kind: 'gateway',
  sn_prefix: 'GW',
  dev_model: 'EG-500',
  module_name: { zh: '边缘网关', en: 'Edge gateway' },
  group: { zh: '网关', en: 'Gateways' },
  report_interval_s: 10,
  points: [
    measure('signal', '信号强度', 'Signal', 'dBm', 0),
    choice('network', '网络制式', 'Network', [
      { zh: '4G', en: '4G' },
      { zh: '5G', en: '5G' },
      { zh: '3G', en: '3G' },
    ]),
    counter('traffic', '累计流量', 'Traffic', 'MB', 2),
    measure('upload_rate', '上行速率', 'Upload rate', 'kB/s', 2),
    measure('cpu', '处理器占用', 'CPU', '%', 1),
    measure('memory', '内存占用', 'Memory', '%', 1),
    measure('temperature', '板卡温度', 'Board temperature', '°C', 1),
    counter('uptime', '运行时长', 'Uptime', 's', 0),
    label('card_state', '卡状态', 'Card state'),
    onOff('vpn_on', '远程通道', 'Remote access'),
    setting('upload_interval', '采集周期', 'Collection interval', 's', 0, 1, 60),
    onOff('reboot', '重启', 'Restart'),
  ],
  alarm_rules: [
    below('signal', -108, 3, 2, ['信号弱', 'Weak signal'], {
      delays: [120, 180],
      why: [
        ['天线松动或基站拥塞', 'A loose antenna, or a busy cell'],
        ['数据延迟上报', 'Values come late'],
        ['持续出现时检查天线', 'If it goes on, check the antenna'],
      ],
    }),
    above('cpu', 85, 5, 2, ['处理器占用高', 'CPU busy'], {
      delays: [120, 120],
      why: [
        ['采集周期过短', 'Values are collected too often'],
        ['采集可能丢点', 'Values may be lost'],
        ['加长采集周期', 'Collect less often'],
      ],
    }),
    above('temperature', 70, 3, 3, ['板卡温度高', 'Board hot'], {
      delays: [120, 300],
      why: [
        ['机柜通风不良', 'The cabinet is not aired'],
        ['网关重启或损坏', 'The gateway restarts or breaks'],
        ['检查机柜风扇', 'Check the cabinet’s fan'],
      ],
    }),
    silent('signal', 600, 3, ['网关离线', 'Gateway silent'], {
      delays: [0, 30],
      why: [
        ['断电或网络中断', 'No power, or no network'],
        ['其下设备无数据', 'Nothing is known of what is behind it'],
        ['查看停电记录，联系现场', 'Look for a power cut, call the site'],
      ],
    }),
  ],
  faults,
  linkLostEveryS: HOUR_S,
  start: (seed) => ({
    seed,
    signal: -80,
    network: 0,
    traffic: 2_300 + (seed % 4000),
    upload_rate: 0,
    cpu: 20,
    memory: 41,
    temperature: 38,
    uptime: 100_000 + (seed % 2_000_000),
    card_state: 'active',
    vpn_on: false,
    upload_interval: 5,
    reboot: false,
  }),
}

export function stepGateway(state: Gateway, dtS: number, at: PlantState) {
  const { seed } = state
  state.uptime += dtS
  if (state.reboot) {
    state.reboot = false
    state.uptime = 0
  }
  const fading = isFaulty(seed, faults.fading, at.time)
  const crowd = 5 * bell(at.hour, 19.5, 4)
  const air = -76 - (seed % 9) - crowd + 5 * wave(seed, 1, at.time, 900) - (fading ? 27 : 0)
  state.signal = clamp(approach(state.signal, air, 40, dtS) + 0.8 * noise(seed, 2, at.time), -120, -50)
  state.network = state.signal > -84 ? 1 : state.signal > -106 ? 0 : 2
  state.card_state = state.signal < -111 ? 'searching' : 'active'
  state.upload_rate = (6 / state.upload_interval + (state.vpn_on ? 18 : 0)) * (1 + 0.15 * noise(seed, 3, at.time))
  state.traffic += (state.upload_rate * dtS) / 1024
  const busy = isFaulty(seed, faults.busy, at.time)
  const work = 14 + 20 / state.upload_interval + (state.vpn_on ? 9 : 0) + 5 * wave(seed, 4, at.time, 300)
  const cpu = approach(state.cpu, work + (busy ? 72 : 0), 30, dtS) + 0.7 * noise(seed, 5, at.time)
  state.cpu = clamp(cpu, 1, 100)
  state.memory = clamp(38 + (state.uptime / DAY_S) * 0.35 + 1.5 * wave(seed, 6, at.time, 1200), 20, 92)
  state.temperature = approach(state.temperature, 19 + 0.45 * at.outside + 0.16 * state.cpu, 600, dtS)
}
