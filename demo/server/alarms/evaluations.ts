import type { CheckedReading, LiveDevice } from '../fleet/fleet.ts'
import type { SharedTime } from '../limits/shared-time.ts'
import { evaluateReading, type MessageEvaluation, newEvaluation } from './evaluate.ts'
import type { FleetRules } from './fleet-rules.ts'
import type { Weigh } from './repeats.ts'
import type { Writer } from './writer.ts'

export interface EvaluationParts {
  rules: FleetRules
  writer: Pick<Writer, 'waitingOf' | 'persistOf'>
  shared: SharedTime
  weigh: Weigh
  now: () => number
}

/** With so many changes of an organisation on their way to the store, its next message waits for them. */
const WAITING_MOST = 20_000

/** Messages of devices against their rules: in slices where one is long, one message of a device after the other. */
export function createEvaluations({ rules, writer, shared, weigh, now }: EvaluationParts) {
  /** Devices of which a message is being evaluated, with the end of the last one. */
  const evaluating = new Map<LiveDevice, Promise<unknown>>()

  return {
    isBusy: (device: LiveDevice): boolean => evaluating.has(device),
    /** Resolves when nothing of the device is being evaluated. */
    idle: async (device: LiveDevice): Promise<unknown> => evaluating.get(device),
    allIdle: (): Promise<unknown> => Promise.all(evaluating.values()),

    async evaluate(device: LiveDevice, readings: readonly CheckedReading[]): Promise<MessageEvaluation> {
      const evaluation = newEvaluation(readings, weigh)
      const { length } = evaluation.readings
      const time = now()
      let at = 0
      const step = (isOver: () => boolean) => {
        do {
          evaluateReading(rules.of(device), at, time, evaluation)
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
    },
  }
}
