import type { LiveDevice } from '../fleet/fleet.ts'
import { createDeadlines } from '../jobs/deadlines.ts'
import { createRounds } from '../jobs/rounds.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import type { Change } from './changeset.ts'
import { passDue, postpone, suppressionChange, watchClock } from './evaluate.ts'
import { Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import type { Weigh } from './repeats.ts'
import { createWaiting } from './waiting.ts'

export interface TimeWatchParts {
  now: () => number
  shared: SharedTime
  weigh: Weigh
  /** What is being read of such a device may say otherwise than the time does. */
  isBusy: (device: LiveDevice) => boolean
  enter: (changes: readonly Change[]) => Promise<void>
  report: (error: unknown) => void
}

const TICK_MS = 100
/** How long a tick may take for what time alone suppresses; the next one goes on with the others. */
const OVER_TIME_MS = 20

/** What passes with time alone: delays and silences of rules that are due, alarms that wait for room, and suppression by the clock. */
export function createTimeWatch({ now, shared, weigh, isBusy, enter, report }: TimeWatchParts) {
  const due = createDeadlines<RuleAtDevice>()
  const overTime = createRounds<RuleAtDevice>(({ device }) => device.tenant_id)
  let timer: NodeJS.Timeout | undefined

  const watchDue = (at: RuleAtDevice) => {
    if (at.dueAt === null) return
    if (at.waitsForRoom) waiting.add(at, at.dueAt)
    else due.add(at, at.dueAt)
  }
  const waiting = createWaiting(
    shared,
    (at) => {
      if (isBusy(at.device)) return
      const occurrences = new Occurrences(weigh)
      passDue(at, now(), occurrences)
      watchDue(at)
      enter(occurrences.all()).catch(report)
    },
    report,
  )

  const tick = () => {
    const time = now()
    waiting.go(time)
    const changes: Change[] = []
    const occurrences = new Occurrences(weigh)
    overTime.go(shared, OVER_TIME_MS, (at) => {
      if (!isBusy(at.device)) changes.push(...suppressionChange(at, time, time))
    })
    for (const at of due.take(time)) {
      if (isBusy(at.device)) {
        due.add(at, time)
        continue
      }
      if (at.dueAt !== null && at.dueAt <= time) passDue(at, time, occurrences)
      watchDue(at)
    }
    enter([...changes, ...occurrences.all()]).catch(report)
  }

  return {
    start(): void {
      timer = setInterval(tick, TICK_MS)
    },
    /** It comes up when it is due. */
    watchDue,
    /** A delay of it runs on from here. */
    watch(at: RuleAtDevice): void {
      watchClock(at, now())
      watchDue(at)
    },
    /** The alarm that came at a time is raised later. */
    postpone(at: RuleAtDevice, time: number): void {
      postpone(at, time, now())
      watchDue(at)
    },
    /** A rule that was placed at a device at that time. */
    add(at: RuleAtDevice, time: number): void {
      if (at.dueAt === null) watchClock(at, time)
      watchDue(at)
      if (at.suppression?.isOverTime) overTime.add(at)
    },
    delete(at: RuleAtDevice): void {
      due.delete(at)
      waiting.delete(at)
      overTime.delete(at)
    },
    /** Delays and silences last as long as they would have before somebody set the clock. */
    move(at: RuleAtDevice, ms: number): void {
      at.placed_time += ms
      if (at.dueAt !== null) at.dueAt += ms
      // What waits for room has its deadline by the clock of before.
      waiting.delete(at)
      watchDue(at)
    },
    close(): void {
      clearInterval(timer)
      waiting.close()
    },
  }
}
