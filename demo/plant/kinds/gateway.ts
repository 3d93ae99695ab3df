import { isFaulty, type Kind } from '../kind.ts'
import type { Moment } from '../moment.ts'
import { approach, bell, clamp } from '../physics.ts'
import { above, below, choice, counter, label, measure, onOff, setting } from '../points.ts'
import { noise, wave } from '../random.ts'

const faults = {
  fading: {
    everyS: 4 * 3600,
    lastsS: 1200,
    level: 'warning',
    text: { zh: '信号弱', en: 'Weak signal' },
  },
  busy: {
    everyS: 5 * 3600,
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
    below('signal', -108, 3, 2, '信号弱', 'Weak signal'),
    above('cpu', 85, 5, 2, '处理器占用高', 'CPU busy'),
    above('temperature', 70, 3, 3, '板卡温度高', 'Board hot'),
  ],
  faults,
  linkLostEveryS: 3600,
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

export function stepGateway(state: Gateway, dtS: number, at: Moment) {
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
  state.memory = clamp(38 + (state.uptime / 86_400) * 0.35 + 1.5 * wave(seed, 6, at.time, 1200), 20, 92)
  state.temperature = approach(state.temperature, 19 + 0.45 * at.outside + 0.16 * state.cpu, 600, dtS)
}
