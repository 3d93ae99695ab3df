import { useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { useText } from '../../define/index.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import { text } from './acts-text.ts'
import { isConfirmable, isShelvable } from './can-act.ts'
import { fetchDialogs } from './fetch-dialogs.ts'
import type { Outcome } from './in-chunks.ts'
import { type Acting, type ActingPlace, type Shelving, useActing } from './use-acting.ts'

export interface AlarmActs {
  readonly acting: Acting
  readonly toasts: ReturnType<typeof useUndoToasts>['toastProps']
  /** What a dialog is open for. */
  readonly dialog: { act: 'note' | 'shelve'; alarms: readonly Alarm[] } | null
  ask(act: 'note' | 'shelve', alarms: readonly Alarm[]): void
  dismiss(): void
  confirm(alarms: readonly Alarm[], alarm_note?: string): Promise<void>
  shelve(alarms: readonly Alarm[], how: Shelving): Promise<void>
  unshelve(alarms: readonly Alarm[]): Promise<void>
}

interface AlarmActsPlace extends Omit<ActingPlace, 'whenReady'> {
  /** What is done with, and was not refused: the page itself may have done it. */
  onSettled: (alarm_ids: ReadonlySet<string>) => void
}

/** Confirming and shelving, with the messages afterwards; `AlarmDialogs` shows both. */
export function useAlarmActs({ onSettled, ...place }: AlarmActsPlace): AlarmActs {
  const t = useText(text)
  const { toastProps, done: say, refused } = useUndoToasts()
  const [dialog, setDialog] = useState<AlarmActs['dialog']>(null)
  /** Where a dialog's code does not load, a message says so, with another try. */
  const whenReady = (show: () => void) =>
    void fetchDialogs().then(show, () => refused(t.noAnswer, () => whenReady(show)))
  const acting = useActing({ ...place, whenReady })
  const settle = (alarms: readonly Alarm[], outcome: Outcome | null) => {
    const undone = new Set(outcome && [...outcome.failed.keys(), ...outcome.left])
    onSettled(new Set(alarms.map(({ alarm_id }) => alarm_id).filter((id) => !undone.has(id))))
  }

  async function unshelve(alarms: readonly Alarm[]) {
    const outcome = await acting.unshelve(alarms, (left) => void unshelve(left))
    settle(alarms, outcome)
    if (outcome && outcome.done.length > 0) say(t.unshelved({ count: outcome.done.length }))
  }

  async function confirm(alarms: readonly Alarm[], alarm_note = '') {
    setDialog(null)
    const meant = alarms.filter(isConfirmable)
    if (meant.length === 0) return
    const outcome = await acting.confirm(meant, alarm_note, (left) => void confirm(left, alarm_note))
    settle(meant, outcome)
    if (!outcome) return
    const { done, before } = outcome
    if (before.length > 0) say(t.confirmedBefore({ done: done.length, count: before.length }))
    else if (done.length > 1) say(t.confirmed({ count: done.length }))
  }

  async function shelve(alarms: readonly Alarm[], how: Shelving) {
    setDialog(null)
    const outcome = await acting.shelve(alarms, how, (left) => void shelve(left, how))
    settle(alarms, outcome)
    if (!outcome || outcome.done.length === 0) return
    const done = new Set(outcome.done)
    const shelved = alarms.filter(({ alarm_id }) => done.has(alarm_id))
    const message = how.minutes === null ? t.takenOut : t.shelved
    say(message({ count: shelved.length }), () => void unshelve(shelved))
  }

  return {
    acting,
    toasts: toastProps,
    dialog,
    ask(act, alarms) {
      const meant = alarms.filter(act === 'note' ? isConfirmable : isShelvable)
      if (meant.length > 0) whenReady(() => setDialog({ act, alarms: meant }))
    },
    dismiss: () => setDialog(null),
    confirm,
    shelve,
    unshelve,
  }
}
