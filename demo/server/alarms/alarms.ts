import type { Kysely } from 'kysely'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type WatchedClock, watchClock as watchSteps } from '../diagnostics/clock.ts'
import type { Metrics, RefusalReason } from '../diagnostics/metrics.ts'
import type { AlarmEventName, CheckedReading, Fleet, LiveDevice } from '../fleet/fleet.ts'
import { asTimelineSample } from '../fleet/raw-history.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { createDeadlines } from '../jobs/deadlines.ts'
import { createRounds } from '../jobs/rounds.ts'
import { callHasEnded, whileCallGoesOn } from '../limits/call-now.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { openActs } from './acts.ts'
import type { By, Change } from './changeset.ts'
import { CONFIRMED_AT_ONCE, type ConfirmCode, type Confirmed, confirmAlarms, noteAlarm } from './confirm.ts'
import { createEarlier } from './earlier.ts'
import { endAlarmsOf } from './end-of-device.ts'
import { evaluateReading, newEvaluation, passDue, postpone, suppressionChange, watchClock } from './evaluate.ts'
import { comparedSamples } from './fence-values.ts'
import { createHolds, type Holds } from './holds.ts'
import type { AlarmPlace } from './known-holds.ts'
import { createLate } from './late.ts'
import { Occurrences } from './occurrences.ts'
import { alarmOf, type RuleAtDevice } from './place.ts'
import { type DeviceRules, NO_RULES, placeRules } from './placed.ts'
import { readAll } from './read.ts'
import { createReadAgain } from './read-again.ts'
import { mayWait, recall, resume } from './recall.ts'
import { openRepeats } from './repeats.ts'
import { type AlarmRow, asAlarm, placeOf } from './rows.ts'
import { createWaiting } from './waiting.ts'
import { createWriter } from './writer.ts'

/** Asks the rules of each device's template, and its own, about what it reports. */
export interface Alarms {
  /**
   * Evaluates readings, oldest first; values that are bad or no numbers are not evaluated. Readings older than those
   * evaluated before are evaluated with the history of their time, once they are `stored` themselves. Resolves when the
   * events are durable.
   */
  evaluate(device: LiveDevice, readings: readonly CheckedReading[], stored?: Promise<unknown>): Promise<void>
  /**
   * Marks an alarm as seen. The caller has checked that the user may see its device. Throws an ApiError: 110526 when it
   * is confirmed already, 100002 when the tenant has no such alarm.
   */
  confirm(tenant_id: number, alarm_id: string, by: By, alarm_note?: string): Promise<Alarm>
  /** The same of many, with the code of each. */
  confirmMany(
    tenant_id: number,
    alarm_ids: readonly string[],
    by: By,
    alarm_note?: string,
  ): Promise<Map<string, ConfirmCode>>
  /** Throws an ApiError 100002 when the tenant has no such alarm. */
  note(tenant_id: number, alarm_id: string, by: By, alarm_note: string): Promise<Alarm>
  /**
   * Does `work`, which ends the device, and ends what stands of it in the same transaction, as the owner; then announces that.
   * Nothing of it is written afterwards.
   */
  endWith(device: LiveDevice, work: (q: Kysely<Schema>) => Promise<void>): Promise<void>
  readonly holds: Pick<Holds, 'put' | 'putAll' | 'end' | 'endAll'>
  close(): Promise<void>
}

export interface AlarmParts {
  db: Db
  fleet: Fleet
  metrics: Metrics
  telemetry: Pick<Telemetry, 'raw' | 'recent'>
  /** That of devices. */
  log: { write(device: LiveDevice, kind: 'refused', detail: { reason: string }): void }
  report: (error: unknown) => void
  clock?: WatchedClock
  /** For evaluation; shared with others that work for organisations. */
  time?: SharedTime
  /** 0: what comes in a burst is written at once. */
  intervalMs?: number
}

const TICK_MS = 100
/** How long a tick may take for what time alone suppresses; the next one goes on with the others. */
const OVER_TIME_MS = 20
/** With so many changes of an organisation on their way to the store, its next message waits for them. */
const WAITING_MOST = 20_000

/** Alarms that were over before there was room for them are not kept. */
const TOO_MANY: RefusalReason = 'too_many_alarms'

/** Opens the rules of the fleet, each as it stood. */
export async function openAlarms({
  db,
  fleet,
  metrics,
  telemetry,
  log,
  report,
  clock = watchSteps(),
  time: shared = openSharedTime(),
  intervalMs,
}: AlarmParts): Promise<Alarms> {
  const { now } = clock
  const rules = new WeakMap<LiveDevice, DeviceRules>()
  const devices = new Map<number, LiveDevice>()
  /** Devices of which a message is being evaluated, with the end of the last one. */
  const evaluating = new Map<LiveDevice, Promise<unknown>>()
  /** Those that the clock has to look at, and those that time alone may suppress. */
  const watched = createDeadlines<RuleAtDevice>()
  const overTime = createRounds<RuleAtDevice>(({ device }) => device.tenant_id)

  const rulesOf = (device: LiveDevice) => (rules.get(device) ?? NO_RULES).all
  const drop = (device: LiveDevice, count: number) => {
    metrics.refused.inc({ reason: TOO_MANY }, count)
    log.write(device, 'refused', { reason: TOO_MANY })
  }
  const openBudgets = () => openRepeats((tenant_id) => fleet.devices(tenant_id).size, clock.elapsed)
  const weigh = openBudgets()
  const writer = createWriter({ db, fleet, metrics, report, now, rulesOf, weigh: openBudgets(), intervalMs })
  const acts = openActs(writer)
  const watchDue = (at: RuleAtDevice) => {
    if (at.dueAt === null) return
    if (at.waitsForRoom) waiting.add(at, at.dueAt)
    else watched.add(at, at.dueAt)
  }
  const watch = (at: RuleAtDevice) => {
    watchClock(at, now())
    watchDue(at)
  }
  const enter = async (changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) return
    const tenants = new Set(changes.map(({ at }) => at.device.tenant_id))
    writer.add(changes)
    await Promise.all([...tenants].map(writer.persistOf))
  }

  const waiting = createWaiting(
    shared,
    (at) => {
      // What is being read of it may say otherwise.
      if (evaluating.has(at.device)) return
      const occurrences = new Occurrences(weigh)
      passDue(at, now(), occurrences)
      watchDue(at)
      enter(occurrences.all()).catch(report)
    },
    report,
  )
  const isPlaced = (at: RuleAtDevice) => rulesOf(at.device).includes(at)
  const postponeNow = (at: RuleAtDevice, time: number) => {
    postpone(at, time, now())
    watchDue(at)
  }
  const late = createLate({ db, telemetry, writer, isPlaced, watch, weigh, postpone: postponeNow, drop })
  const placeAt = ({ device_id, rule_id }: AlarmPlace) => {
    const device = devices.get(device_id)
    return (device && rulesOf(device).find(({ rule }) => rule.rule_id === rule_id)) ?? null
  }

  const unwatch = (device: LiveDevice) => {
    for (const at of rulesOf(device)) {
      watched.delete(at)
      waiting.delete(at)
      overTime.delete(at)
    }
  }
  /** The device is gone: the clock finds nothing of it any more. */
  const forget = (device: LiveDevice) => {
    unwatch(device)
    rules.delete(device)
    if (devices.get(device.device_id) === device) devices.delete(device.device_id)
  }
  const place = (device: LiveDevice, found: Parameters<typeof placeRules>[1]) => {
    // It went while its rules were read.
    if (fleet.get(device.sn_code) !== device) return
    const time = now()
    unwatch(device)
    const placed = placeRules(device, found, rules.get(device) ?? NO_RULES, time)
    rules.set(device, placed)
    devices.set(device.device_id, device)
    for (const at of placed.all) {
      if (at.dueAt === null) watchClock(at, time)
      watchDue(at)
      if (at.suppression?.isOverTime) overTime.add(at)
    }
  }

  /** The notice carries the alarm's current occurrence, whichever of them it happened to. */
  const announceRow = (device: LiveDevice, row: AlarmRow, event: AlarmEventName) => {
    const at = placeAt(row)
    const alarm = at ? alarmOf(row, at) : asAlarm(row, device.dev_alias, null)
    metrics.alarms.inc({ event })
    const { tenant_id, group_id } = device
    const channels = at?.rule.channels ?? []
    const current = at?.alarm ? alarmOf(at.alarm, at) : alarm
    fleet.emit('alarm', {
      tenant_id,
      group_id,
      alarm: current,
      event,
      isReleased: false,
      rule_id: row.rule_id,
      channels,
    })
    return alarm
  }

  /** What somebody has said of an alarm. */
  const seen = (row: AlarmRow): RuleAtDevice | null => {
    const at = placeAt(row)
    if (at) at.writes += 1
    return at
  }
  const confirmedNow = (row: AlarmRow): void => {
    const at = seen(row)
    if (at?.alarm?.alarm_id === row.alarm_id) at.alarm = row.recover_time === null ? row : null
  }

  const all = await db.system((q) => readAll(q))
  const holds = createHolds({ db, writer, acts, placeAt, report, now }, all.holds)
  const reading = createReadAgain({
    db,
    writer,
    holds,
    rulesOf,
    idle: async (device) => evaluating.get(device),
    place,
    announceOver: (device, row) => void announceRow(device, row, 'recovered'),
  })
  const startTime = now()
  for (const device of fleet.all()) {
    const found = all.of(device)
    place(device, found)
    if (found.isOrphaned) await reading.read(device)
    for (const at of rulesOf(device)) {
      const recent = await comparedSamples(at, (key) => {
        const point = device.points.get(key)
        const samples = point ? telemetry.recent(point.point_id).map((sample) => asTimelineSample(point, sample)) : []
        return samples.sort(([a], [b]) => a - b)
      })
      const known_time = Math.max(at.evaluated_time, all.lastTimes.get(placeOf(at.rule.rule_id, device.device_id)) ?? 0)
      writer.add(recall(at, recent, known_time, startTime, weigh))
      if (mayWait(at, recent)) await resume(at, telemetry, startTime)
      watchDue(at)
    }
  }
  await writer.persist()
  const earlier = createEarlier({
    db,
    acts,
    confirmed: confirmedNow,
    announce: (row) => {
      const device = fleet.of(row)
      if (device) announceRow(device, row, 'moved')
    },
    report,
  })
  await earlier.resume()
  // Whoever reloads a device does not wait for its rules; the next reading does, and reports when they cannot be read.
  const readAgain = (device: LiveDevice) => void reading.read(device).catch(() => rules.delete(device))
  const stops = [
    fleet.on('reloaded', readAgain),
    fleet.on('rules', (changed) => changed.forEach(readAgain)),
    fleet.on('removed', forget),
  ]

  // Delays and silences last as long as they would have.
  const stopWatching = clock.onStep((ms) => {
    for (const device of devices.values()) {
      for (const at of rulesOf(device)) {
        at.placed_time += ms
        if (at.dueAt !== null) at.dueAt += ms
        // What waits for room has its deadline by the clock of before.
        waiting.delete(at)
        watchDue(at)
      }
    }
  })
  const timer = setInterval(() => {
    const time = now()
    waiting.go(time)
    const changes: Change[] = []
    const occurrences = new Occurrences(weigh)
    overTime.go(shared, OVER_TIME_MS, (at) => {
      if (!evaluating.has(at.device)) changes.push(...suppressionChange(at, time, time))
    })
    for (const at of watched.take(time)) {
      // What is being read of it may say otherwise.
      if (evaluating.has(at.device)) {
        watched.add(at, time)
        continue
      }
      if (at.dueAt !== null && at.dueAt <= time) passDue(at, time, occurrences)
      watchDue(at)
    }
    enter([...changes, ...occurrences.all()]).catch(report)
  }, TICK_MS)

  /** In slices where it is long, one message of a device after the other. */
  const evaluateAll = async (device: LiveDevice, readings: readonly CheckedReading[]) => {
    const evaluation = newEvaluation(readings, weigh)
    const { length } = evaluation.readings
    const time = now()
    let at = 0
    const step = (isOver: () => boolean) => {
      do {
        evaluateReading(rules.get(device) ?? NO_RULES, at, time, evaluation)
        at += 1
      } while (at < length && !isOver())
    }
    const before = evaluating.get(device)
    const isRoom = writer.waitingOf(device.tenant_id) <= WAITING_MOST
    if (!before && isRoom) shared.atOnce(device.tenant_id, step)
    if (at >= length) return evaluation
    const evaluated = (async () => {
      await before
      // Whoever wrote them hears of it where they could not be written.
      if (!isRoom) await writer.persistOf(device.tenant_id).catch(() => {})
      while (at < length) await shared.slice(device.tenant_id, step, device.sn_code)
    })()
    const ended: Promise<unknown> = evaluated
      .catch(() => {})
      .then(() => evaluating.get(device) === ended && evaluating.delete(device))
    evaluating.set(device, ended)
    await evaluated
    return evaluation
  }

  const seenNow = ({ rows }: Confirmed): Alarm[] =>
    rows.flatMap((row) => {
      confirmedNow(row)
      const device = fleet.of(row)
      return device ? announceRow(device, row, 'confirmed') : []
    })

  const confirmAll = async (tenant_id: number, ids: readonly number[], by: By, alarm_note: string | undefined) => {
    const codes = new Map<number, ConfirmCode>()
    const alarms: Alarm[] = []
    try {
      for (let from = 0; from < ids.length; from += CONFIRMED_AT_ONCE) {
        if (from > 0 && callHasEnded()) break
        const some = ids.slice(from, from + CONFIRMED_AT_ONCE)
        const confirmed = await acts.act(tenant_id, some.length, async () => {
          const its = await db.tenant(
            tenant_id,
            whileCallGoesOn((q) => confirmAlarms(q, some, by, alarm_note, now())),
            'ingest',
          )
          alarms.push(...seenNow(its))
          return its
        })
        for (const [alarm_id, code] of confirmed.codes) codes.set(alarm_id, code)
      }
    } finally {
      // Not before: what follows by itself may be among these. A call that is refused midway has confirmed some too.
      if (alarms.length > 0) earlier.go(tenant_id)
    }
    return { codes, alarms }
  }

  return {
    evaluate: async (device, readings, stored = Promise.resolve()) => {
      const read = reading.of(device) ?? (rules.has(device) ? undefined : reading.read(device))
      if (read) await read
      if (rulesOf(device).length === 0) return
      const evaluated = await evaluateAll(device, readings)
      metrics.alarmEvaluations.inc(evaluated.evaluations)
      if (evaluated.occurrences.dropped > 0) drop(device, evaluated.occurrences.dropped)
      for (const at of rulesOf(device)) watchDue(at)
      const entered = enter(evaluated.occurrences.all())
      if (evaluated.late.size === 0) return entered
      await Promise.all([entered, late.take(device.tenant_id, evaluated, stored)])
    },

    confirm: async (tenant_id, alarm_id, by, alarm_note) => {
      const { codes, alarms } = await confirmAll(tenant_id, [Number(alarm_id)], by, alarm_note)
      const code = codes.get(Number(alarm_id)) ?? '100002'
      const [alarm] = alarms
      if (code !== '100001' || !alarm) throw new ApiError(code === '100001' ? '100002' : code)
      return alarm
    },

    confirmMany: async (tenant_id, alarm_ids, by, alarm_note) => {
      const { codes } = await confirmAll(tenant_id, [...new Set(alarm_ids.map(Number))], by, alarm_note)
      return new Map(alarm_ids.map((alarm_id) => [alarm_id, codes.get(Number(alarm_id)) ?? '100002']))
    },

    note: (tenant_id, alarm_id, by, alarm_note) =>
      acts.act(tenant_id, 1, async () => {
        const row = await db.tenant(
          tenant_id,
          whileCallGoesOn((q) => noteAlarm(q, Number(alarm_id), by, alarm_note, now())),
          'ingest',
        )
        const device = row && fleet.of(row)
        if (!device) throw new ApiError('100002')
        const at = seen(row)
        if (at?.alarm?.alarm_id === row.alarm_id) at.alarm = row
        return announceRow(device, row, 'noted')
      }),

    endWith: async (device, work) => {
      const { tenant_id } = device
      const ended = await acts.act(tenant_id, 1, () =>
        db.systemFor(
          tenant_id,
          whileCallGoesOn(async (q) => {
            await work(q)
            return endAlarmsOf(q, device, now())
          }),
          'ingest',
        ),
      )
      for (const row of ended) {
        confirmedNow(row)
        announceRow(device, row, row.confirm_time === null ? 'recovered' : 'confirmed')
      }
      if (ended.length > 0) earlier.go(tenant_id)
    },

    holds,

    close: async () => {
      for (const stop of stops) stop()
      stopWatching()
      clearInterval(timer)
      waiting.close()
      holds.close()
      shared.close()
      acts.close()
      await Promise.all(evaluating.values())
      await earlier.close()
      await late.close()
      await writer.close()
    },
  }
}
