import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { type AlarmLoad, DRY_RUN, type DryAlarm, type DryRun } from '../../../core/contract/alarm-rules.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { loadOf } from '../../../core/rules/rule-load.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import type { Caller } from '../http/caller.ts'
import { readsOnly } from '../limits/call-now.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { inPieces, openTurns, type Turns } from '../limits/turns.ts'
import { requireFences, requireRules, rulesOf, shapesOf } from '../templates/index.ts'
import { evaluatePast, MOST_OF_DEVICE, type Past, type Raised } from './evaluate-past.ts'
import { devicesOf, ownerOf } from './owner.ts'
import type { AlarmRulesParts } from './parts.ts'

/** The sets of rules that are evaluated: those in the request, and those that are saved. */
const [SENT, KEPT] = [0, 1]

/** Alarms of all devices, each counted for every rule that raises it: where more come, the devices that are left are not evaluated. */
const MOST_ALARMS = 1_000_000

/** What is counted of all devices; of the alarms themselves only the newest are kept. */
export class Tally {
  readonly rules: { rule: number; total: number; standing_ms: number }[]
  readonly devices: DryRun['devices'] = []
  /** Of alarms, each for every rule that raises it. */
  count = 0
  /** By the set: when people would have been notified, and of how many they would not. */
  readonly #announced: number[][] = [[], []]
  readonly #suppressed = [0, 0]
  /** The newest, in the order in which they came, among at most as many others. */
  #alarms: DryAlarm[] = []
  /** What came before, or then, is none of the newest. */
  #before = Number.NEGATIVE_INFINITY
  /** From when on there is history of any of the devices. */
  since = Number.POSITIVE_INFINITY

  constructor(count: number) {
    this.rules = Array.from({ length: count }, (_, rule) => ({ rule, total: 0, standing_ms: 0 }))
  }

  async add({ sn_code, dev_alias }: LiveDevice, raised: readonly Raised[], since: number, until: number) {
    this.since = Math.min(this.since, since)
    let total = 0
    await inPieces(raised, ({ places, alarm_time, recover_time, value, told_time }) => {
      this.count += places.length
      for (const { set, place } of places) {
        if (told_time === null) this.#suppressed[set] = (this.#suppressed[set] ?? 0) + 1
        else this.#announced[set]?.push(told_time)
        const rule = set === SENT ? this.rules[place] : undefined
        if (!rule) continue
        rule.standing_ms += (recover_time ?? until) - alarm_time
        if (told_time !== null) {
          rule.total += 1
          total += 1
        }
        if (alarm_time <= this.#before) continue
        const alarm_value = value === null || typeof value === 'string' ? null : Number(value)
        const is_suppressed = told_time === null
        this.#alarms.push({ rule: place, sn_code, dev_alias, alarm_time, recover_time, alarm_value, is_suppressed })
        if (this.#alarms.length >= 2 * DRY_RUN.alarms) this.#keepNewest()
      }
    })
    if (total > 0) this.devices.push({ sn_code, dev_alias, total })
  }

  #keepNewest(): void {
    this.#alarms = this.#alarms.sort((a, b) => b.alarm_time - a.alarm_time).slice(0, DRY_RUN.alarms)
    if (this.#alarms.length === DRY_RUN.alarms) this.#before = this.#alarms.at(-1)?.alarm_time ?? this.#before
  }

  newest(): DryAlarm[] {
    this.#keepNewest()
    return this.#alarms
  }

  load(set: number, start: number, end: number): AlarmLoad {
    const times = Float64Array.from(this.#announced[set] ?? []).sort()
    return loadOf(times, this.#suppressed[set] ?? 0, start, end)
  }
}

/**
 * Evaluates one device after the other. A device on which time runs out, or alarms become too many, counts as
 * not evaluated, except the first: of that one everything counts up to where it came.
 */
async function evaluateDevices(
  devices: readonly LiveDevice[],
  sets: readonly [sent: readonly AlarmRule[], kept: readonly AlarmRule[]],
  past: Past,
  turns: Turns,
): Promise<Pick<DryRun, 'until' | 'device_count'> & { tally: Tally }> {
  const [sent] = sets
  const tally = new Tally(sent.length)
  for (const [device_count, device] of devices.slice(0, DRY_RUN.devices).entries()) {
    const most = Math.min(MOST_OF_DEVICE, MOST_ALARMS - tally.count)
    const { raised, since, until } = await evaluatePast(device, sets, { ...past, most }, turns)
    const isWhole = until === past.to
    if (isWhole || device_count === 0) await tally.add(device, raised, since, until)
    if (!isWhole)
      return device_count === 0 ? { until, device_count: 1, tally } : { until: past.to, device_count, tally }
  }
  return { until: past.to, device_count: Math.min(devices.length, DRY_RUN.devices), tally }
}

/** What rules would have raised, over the raw history of devices. Few run at once: each reads a good part of the store. */
export function dryRunAnswer({
  db,
  fleet,
  telemetry,
  now = Date.now,
}: AlarmRulesParts): Pick<Answers<Contract['alarmRules'], Caller>, 'dryRun'> {
  const queue = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 4, waiting: 40 })

  type DryRunInput = Parameters<Answers<Contract['alarmRules'], Caller>['dryRun']>[0]
  async function run({ rules, sn_codes, against, start, end, ...named }: DryRunInput, caller: Caller): Promise<DryRun> {
    const range = { from: Math.max(start, end - DRY_RUN.days * DAY_MS), to: Math.min(end, now()) }
    if (range.from < 0 || range.to <= range.from) throw new ApiError('110542')
    const { all, kept, timezone, fences } = await db.tenant(caller.tenant_id, async (q) => {
      const owner = await ownerOf(q, fleet, caller, named)
      if (!owner.may_edit) throw new ApiError(owner.device ? '110539' : '115003')
      const template_id = owner.device?.template_id
      const ofTemplate = template_id ? await rulesOf(q, { template_id }) : []
      const kept = [...(await rulesOf(q, owner.ids)), ...ofTemplate]
      requireRules(rules, owner.points, kept, 'rules')
      await requireFences(q, caller, rules, kept, 'rules')
      const { timezone } = await q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow()
      const fences = await shapesOf(q, [...rules, ...kept])
      return { all: devicesOf(fleet, caller, owner), kept, timezone, fences }
    })
    const compared = against ? kept.filter(({ rule_id }) => against.includes(String(rule_id))) : kept
    for (const sn_code of sn_codes ?? []) seenDevice(fleet, caller, sn_code)
    const wanted = sn_codes && new Set(sn_codes.map((sn_code) => snKey(sn_code)))
    const devices = wanted ? all.filter(({ sn_code }) => wanted.has(snKey(sn_code))) : all
    readsOnly(devices.map(({ device_id }) => device_id))
    const past = { history: telemetry.of(caller.tenant_id), ...range, timezone, fences }
    const turns = openTurns(DRY_RUN.seconds * 1000, caller.gone)
    const { until, device_count, tally } = await evaluateDevices(devices, [rules, compared], past, turns)
    const since = Math.min(tally.since, until)
    const left = devices.slice(device_count)
    return {
      start: range.from,
      end: range.to,
      since,
      until,
      device_count,
      devices_left: left.length,
      left: left.slice(0, DRY_RUN.left).map(({ sn_code, dev_alias }) => ({ sn_code, dev_alias })),
      load: tally.load(SENT, since, until),
      now: tally.load(KEPT, since, until),
      rules: tally.rules.map(({ rule, total, standing_ms }) => ({
        rule,
        total,
        standing_s: Math.round(standing_ms / 1000),
      })),
      devices: tally.devices.toSorted((a, b) => b.total - a.total),
      alarms: tally.newest(),
    }
  }

  return {
    dryRun: (input, caller) => queue.run(caller.tenant_id, () => run(input, caller), caller.gone),
  }
}
