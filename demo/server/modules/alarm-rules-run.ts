import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { type AlarmLoad, DRY_RUN, type DryAlarm, type DryRun } from '../../../core/contract/alarm-rules.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { occurrencesOf } from '../../../core/rules/alarm-timeline.ts'
import { loadOf } from '../../../core/rules/rule-load.ts'
import type { Caller } from '../caller.ts'
import type { LiveDevice } from '../fleet.ts'
import type { AlarmRulesParts } from './alarm-rules.ts'
import { devicesOf, ownerOf } from './alarm-rules-owner.ts'
import { type PastOf, pastOf } from './alarm-rules-past.ts'
import { seenDevice } from './find-device.ts'
import { requireRules } from './rule-check.ts'
import { rulesOf } from './rule-rows.ts'

const DAY_MS = 86_400_000
/** Somebody waits for it. */
const MOST_MS = 20_000

type Range = { from: number; to: number }

/** What would have been raised, by the rule's place, and when people would have been told of it: null for never. */
interface Raised extends Omit<DryAlarm, 'is_suppressed'> {
  told_time: number | null
}

/** The alarms of one rule on one device that came in the range; those that stood before it are no news. */
async function raisedBy(rule: AlarmRule, place: number, device: LiveDevice, past: PastOf, range: Range) {
  const point = device.points.get(rule.key)
  if (!rule.is_enabled || !point?.is_added) return []
  const occurrences = occurrencesOf(rule, await past.samples(point), range)
  const { sn_code, dev_alias } = device
  const raised: Raised[] = []
  for (const { alarm_time, recover_time, value } of occurrences) {
    if (alarm_time < range.from) continue
    const alarm_value = value === null || typeof value === 'string' ? null : Number(value)
    const told_time = await past.firstUnsuppressed(rule.suppress_when, alarm_time, recover_time ?? range.to)
    raised.push({ rule: place, sn_code, dev_alias, alarm_time, recover_time, alarm_value, told_time })
  }
  return raised
}

const load = (raised: readonly Raised[], { from, to }: Range): AlarmLoad => {
  const told = raised.flatMap(({ told_time }) => told_time ?? [])
  return loadOf(
    told.sort((a, b) => a - b),
    raised.length - told.length,
    from,
    to,
  )
}

function standingS(raised: readonly Raised[], to: number): number {
  const ms = raised.reduce((sum, { alarm_time, recover_time }) => sum + (recover_time ?? to) - alarm_time, 0)
  return Math.round(ms / 1000)
}

/** What rules would have raised, over the raw history of devices. One run at a time: each reads a good part of the store. */
export function dryRunAnswer({
  db,
  fleet,
  telemetry,
  now = Date.now,
}: AlarmRulesParts): Pick<Answers<Contract['alarmRules'], Caller>, 'dryRun'> {
  let running: Promise<unknown> = Promise.resolve()

  type Given = Parameters<Answers<Contract['alarmRules'], Caller>['dryRun']>[0]
  async function run({ rules, sn_codes, against, start, end, ...named }: Given, caller: Caller): Promise<DryRun> {
    const range = { from: Math.max(start, end - DRY_RUN.days * DAY_MS), to: Math.min(end, now()) }
    if (range.from < 0 || range.to <= range.from) throw new ApiError('110542')
    const { all, kept } = await db.tenant(caller.tenant_id, async (q) => {
      const owner = await ownerOf(q, fleet, caller, named)
      if (!owner.may_edit) throw new ApiError(owner.device ? '110539' : '115003')
      const kept = await rulesOf(q, owner.ids)
      requireRules(rules, owner.points, kept, 'rules')
      return { all: devicesOf(fleet, caller, owner), kept }
    })
    const compared = against ? kept.filter(({ rule_id }) => against.includes(String(rule_id))) : kept
    for (const sn_code of sn_codes ?? []) seenDevice(fleet, caller, sn_code)
    const wanted = sn_codes && new Set(sn_codes.map((sn_code) => sn_code.toLowerCase()))
    const devices = wanted ? all.filter(({ sn_code }) => wanted.has(sn_code.toLowerCase())) : all
    const history = telemetry.of(caller.tenant_id)

    const until = performance.now() + MOST_MS
    const raised: Raised[] = []
    const raisedNow: Raised[] = []
    let device_count = 0
    for (const device of devices.slice(0, DRY_RUN.devices)) {
      if (performance.now() > until) break
      const past = pastOf(history, device, range)
      for (const [place, rule] of rules.entries()) {
        raised.push(...(await raisedBy(rule, place, device, past, range)))
        await nextTurn()
      }
      for (const [place, rule] of compared.entries()) {
        raisedNow.push(...(await raisedBy(rule, place, device, past, range)))
        await nextTurn()
      }
      device_count += 1
    }
    const newest = raised.toSorted((a, b) => b.alarm_time - a.alarm_time).slice(0, DRY_RUN.alarms)
    return {
      ...{ start: range.from, end: range.to, device_count, devices_left: devices.length - device_count },
      load: load(raised, range),
      now: load(raisedNow, range),
      rules: rules.map((_, rule) => {
        const its = raised.filter((one) => one.rule === rule)
        return { rule, total: its.filter(isTold).length, standing_s: standingS(its, range.to) }
      }),
      devices: devices
        .slice(0, device_count)
        .map(({ sn_code, dev_alias }) => {
          const total = raised.filter((one) => one.sn_code === sn_code && isTold(one)).length
          return { sn_code, dev_alias, total }
        })
        .filter(({ total }) => total > 0)
        .sort((a, b) => b.total - a.total),
      alarms: newest.map(({ told_time, ...alarm }) => ({ ...alarm, is_suppressed: told_time === null })),
    }
  }

  return {
    dryRun(given, caller) {
      const next = running.then(() => run(given, caller))
      running = next.catch(() => {})
      return next
    },
  }
}

const isTold = ({ told_time }: Raised): boolean => told_time !== null
