import { setTimeout as wait } from 'node:timers/promises'
import { evaluateReading, newEvaluation } from '../../demo/server/alarms/evaluate.ts'
import { type DeviceRules, NO_RULES, placeRules } from '../../demo/server/alarms/placed.ts'
import type { RuleRow } from '../../demo/server/alarms/rows.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../../demo/server/fleet/fleet.ts'
import { bursting } from './alarm-burst.ts'
import { startBenchServer } from './bench-server.ts'
import { connectDevices, publishSteadily } from './publishers.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DEVICES = 1000
const KEYS = 10
const RULES = 5
const WARM_UP_MS = 3000
const MEASURED_MS = 12_000
const ROUNDS = 40

/**
 * Alarm rules: what a core evaluates, what readings cost that five rules each evaluate on their way to the store, and how
 * long a burst of alarms takes to operators.
 */
export default async function alarms(results: Results): Promise<void> {
  evaluating(results)
  await ingesting(results, 0)
  await ingesting(results, RULES)
  await bursting(results)
}

function evaluating(results: Results): void {
  const sides = Array.from({ length: DEVICES }, (_, n) => sideOf(n))
  const began = performance.now()
  let evaluations = 0
  let changes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const data_time = 1_000_000 + round * 1000
    for (const { points, its } of sides) {
      const values = points.map((point) => ({ point, value: Math.random() * 100, quality: 'good' as const }))
      const reading: CheckedReading = { data_time, values }
      const evaluated = newEvaluation([reading], () => 'itself')
      evaluateReading(its, 0, data_time, evaluated)
      evaluations += evaluated.evaluations
      changes += evaluated.occurrences.all().length
    }
  }
  const ms = performance.now() - began
  const situation = `${DEVICES} devices × ${KEYS} points × ${RULES} rules, in memory`
  results.add(situation, OURS, 'evaluations', (evaluations * 1000) / ms, 'a second')
  results.add(situation, OURS, 'of which come or are over', (changes / evaluations) * 100, '%')
}

function sideOf(n: number): { points: LivePoint[]; its: DeviceRules } {
  const points = Array.from({ length: KEYS }, (_, k) => pointOf(k))
  const device: LiveDevice = {
    tenant_id: 1,
    device_id: n,
    sn_code: `B${n}`,
    dev_alias: `B${n}`,
    group_id: 1,
    template_id: 1,
    dev_state: 1,
    awaited_time: null,
    report_time: 0,
    report_interval_s: 1,
    connected: true,
    described_time: 0,
    is_dead: false,
    behind: null,
    is_virtual: false,
    password_salt: null,
    saved_user_id: null,
    open_alarms: 0,
    alarm_level: 0,
    seq: 0,
    points: new Map(points.map((point) => [point.key, point])),
  }
  const rules = Array.from({ length: KEYS * RULES }, (_, r) => ruleOf(r))
  return { points, its: placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, 0) }
}

const pointOf = (k: number): LivePoint => ({
  point_id: k + 1,
  key: `k${k}`,
  name: `Point ${k}`,
  name_en: null,
  data_type: 'number',
  unit: '°C',
  decimals: 1,
  access: 'r',
  enum_text: null,
  write_min: null,
  write_max: null,
  keep_history: true,
  is_added: true,
  is_hidden: false,
  is_removed: false,
  two_step: false,
  formula: null,
  value: null,
  quality: 'bad',
  data_time: null,
  arrival_time: null,
})

const ruleOf = (r: number): RuleRow => ({
  tenant_id: 1,
  rule_id: r + 1,
  template_id: 1,
  device_id: null,
  key: `k${r % KEYS}`,
  alarm_name: `rule ${r}`,
  alarm_name_en: null,
  alarm_level: 3,
  condition: 'above',
  threshold: r < KEYS ? 99.9 : 100 + r,
  threshold_high: null,
  no_data_s: null,
  fence_id: null,
  dead_band: 1,
  on_delay_s: r % 2,
  off_delay_s: 0,
  alarm_text: '',
  alarm_text_en: '',
  suppress_when: '',
  channels: [],
  fence: null,
})

async function ingesting(results: Results, rules: number): Promise<void> {
  const server = await startBenchServer(DEVICES, KEYS, 0, rules)
  try {
    const devices = await connectDevices(server.mqtt, DEVICES)
    let took: number[] = []
    const publishing = publishSteadily(devices, KEYS, 1000, (ms) => took.push(ms))
    await wait(WARM_UP_MS)
    took = []
    const [began, before] = [performance.now(), await server.usage()]
    await wait(MEASURED_MS)
    const used = (await server.usage()).cpuMs - before.cpuMs
    const ms = performance.now() - began
    const readings = took.length * KEYS
    await publishing.stop()
    if (publishing.failures.length > 0) throw publishing.failures[0]
    const situation = `${DEVICES} devices × ${KEYS} values each second, ${rules} rules each`
    results.add(situation, OURS, 'readings', (readings * 1000) / ms, 'a second')
    results.add(situation, OURS, 'evaluations', (readings * rules * 1000) / ms, 'a second')
    results.add(situation, OURS, 'share of a core', (used / ms) * 100, '%')
    results.add(situation, OURS, 'acknowledged, median', median(took), 'ms')
    results.add(situation, OURS, 'acknowledged, p99', quantile(took, 0.99), 'ms')
    for (const device of devices) device.close()
  } finally {
    await server.stop()
  }
}
