import type { Db } from '../db/db.ts'
import { type WatchedClock, watchClock as watchSteps } from '../diagnostics/clock.ts'
import type { Metrics, RefusalReason } from '../diagnostics/metrics.ts'
import type { CheckedReading, Fleet, LiveDevice } from '../fleet/fleet.ts'
import { asTimelineSample } from '../fleet/raw-history.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { openActs } from './acts.ts'
import type { Change } from './changeset.ts'
import { createDecisions, type Decisions } from './decisions.ts'
import { createEarlier } from './earlier.ts'
import { createEvaluations } from './evaluations.ts'
import { openCompared } from './fence-values.ts'
import { FleetRules } from './fleet-rules.ts'
import { createHolds, type Holds } from './holds.ts'
import { createLate } from './late.ts'
import { type Found, placeRules } from './placed.ts'
import { readAll } from './read.ts'
import { createReadAgain } from './read-again.ts'
import { mayWait, recall, resume } from './recall.ts'
import { openRepeats } from './repeats.ts'
import { createRowNotices } from './row-notices.ts'
import { placeOf } from './rows.ts'
import { createTimeWatch } from './time-watch.ts'
import { createWriter } from './writer.ts'

/** Asks the rules of each device's template, and its own, about what it reports. */
export interface Alarms extends Decisions {
  /**
   * Evaluates readings, oldest first; values that are bad or no numbers are not evaluated. Readings older than those
   * evaluated before are evaluated with the history of their time, once they are `stored` themselves. Resolves when the
   * events are durable.
   */
  evaluate(device: LiveDevice, readings: readonly CheckedReading[], stored?: Promise<unknown>): Promise<void>
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
  const rules = new FleetRules()
  const notices = createRowNotices(db, fleet, metrics, rules)
  const openBudgets = () => openRepeats((tenant_id) => fleet.devices(tenant_id).size, clock.elapsed)
  const weigh = openBudgets()
  const writer = createWriter({
    db,
    fleet,
    metrics,
    report,
    now,
    rulesOf: rules.allOf,
    weigh: openBudgets(),
    intervalMs,
  })
  const acts = openActs(writer)
  const enter = async (changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) return
    const tenants = new Set(changes.map(({ at }) => at.device.tenant_id))
    writer.add(changes)
    await Promise.all([...tenants].map(writer.persistOf))
  }
  const evaluations = createEvaluations({ rules, writer, shared, weigh, now })
  const times = createTimeWatch({ now, shared, weigh, isBusy: evaluations.isBusy, enter, report })
  const drop = (device: LiveDevice, count: number) => {
    metrics.refused.inc({ reason: TOO_MANY }, count)
    log.write(device, 'refused', { reason: TOO_MANY })
  }
  const late = createLate({
    db,
    telemetry,
    writer,
    isPlaced: (at) => rules.allOf(at.device).includes(at),
    watch: times.watch,
    weigh,
    postpone: times.postpone,
    drop,
  })

  const place = (device: LiveDevice, found: Found) => {
    // It went while its rules were read.
    if (fleet.get(device.sn_code) !== device) return
    const time = now()
    rules.allOf(device).forEach(times.delete)
    const placed = placeRules(device, found, rules.of(device), time)
    rules.set(device, placed)
    for (const at of placed.all) times.add(at, time)
  }
  /** The device is gone: the clock finds nothing of it any more. */
  const forget = (device: LiveDevice) => {
    rules.allOf(device).forEach(times.delete)
    rules.forget(device)
  }

  // All that there is: it may take longer than people wait.
  const all = await db.system((q) => readAll(q), 'reports')
  const holds = createHolds({ db, writer, acts, placeAt: rules.at, report, now }, all.holds)
  const reading = createReadAgain({
    db,
    writer,
    holds,
    rulesOf: rules.allOf,
    idle: evaluations.idle,
    place,
    announceOver: (device, row) => void notices.announce(device, row, 'recovered').catch(report),
  })
  const startTime = now()
  for (const device of fleet.all()) {
    const found = all.of(device)
    place(device, found)
    if (found.isOrphaned) await reading.read(device)
    const compared = openCompared((key) => {
      const point = device.points.get(key)
      const samples = point ? telemetry.recent(point.point_id).map((sample) => asTimelineSample(point, sample)) : []
      return samples.sort(([a], [b]) => a - b)
    })
    const byFence = rules.allOf(device).toSorted((a, b) => (a.rule.fence_id ?? 0) - (b.rule.fence_id ?? 0))
    for (const at of byFence) {
      const recent = await compared(at)
      const known_time = Math.max(at.evaluated_time, all.lastTimes.get(placeOf(at.rule.rule_id, device.device_id)) ?? 0)
      writer.add(recall(at, recent, known_time, startTime, weigh))
      if (mayWait(at, recent)) await resume(at, telemetry, startTime)
      times.watchDue(at)
    }
  }
  await writer.persist()
  const earlier = createEarlier({
    db,
    acts,
    confirmed: notices.confirmed,
    announce: (row) => {
      const device = fleet.of(row)
      if (device) void notices.announce(device, row, 'moved').catch(report)
    },
    report,
  })
  await earlier.resume()
  // Whoever reloads a device does not wait for its rules; the next reading does, and reports when they cannot be read.
  const readAgain = (device: LiveDevice) => void reading.read(device).catch(() => rules.drop(device))
  const stops = [
    fleet.on('reloaded', readAgain),
    fleet.on('rules', (changed) => changed.forEach(readAgain)),
    fleet.on('removed', forget),
    clock.onStep((ms) => {
      for (const device of rules.devices()) for (const at of rules.allOf(device)) times.move(at, ms)
    }),
  ]
  times.start()

  return {
    evaluate: async (device, readings, stored = Promise.resolve()) => {
      const read = reading.of(device) ?? (rules.has(device) ? undefined : reading.read(device))
      if (read) await read
      if (rules.allOf(device).length === 0) return
      const evaluated = await evaluations.evaluate(device, readings)
      metrics.alarmEvaluations.inc(evaluated.evaluations)
      if (evaluated.occurrences.dropped > 0) drop(device, evaluated.occurrences.dropped)
      for (const at of rules.allOf(device)) times.watchDue(at)
      const entered = enter(evaluated.occurrences.all())
      if (evaluated.late.size === 0) return entered
      await Promise.all([entered, late.take(device.tenant_id, evaluated, stored)])
    },

    ...createDecisions({ db, fleet, acts, earlier, notices, now }),

    holds,

    close: async () => {
      for (const stop of stops) stop()
      times.close()
      holds.close()
      shared.close()
      acts.close()
      await evaluations.allIdle()
      await earlier.close()
      await late.close()
      await writer.close()
    },
  }
}
