import { useState } from 'react'
import type { Alarm } from '../../core/contract/alarm.ts'
import { isHeld } from '../../core/stores/alarm-map.ts'
import { useText } from '../define/index.ts'
import { useUndoToasts } from '../parts/user-group-picker/use-undo-toasts.ts'
import { inChunks, type Outcome } from './confirm/in-chunks.ts'
import { type Acting, type Shelving, useActing } from './confirm/use-acting.ts'
import { useFeed } from './feed-context.ts'
import { isConfirmable } from './list/row-props.ts'
import type { Selection } from './list/use-selection.ts'
import { text as words } from './toast-text.ts'

export interface FeedActs {
  readonly acting: Acting
  readonly toasts: ReturnType<typeof useUndoToasts>['given']
  /** What a dialog is open for. */
  readonly asked: { act: 'note' | 'shelve'; alarms: readonly Alarm[] } | null
  ask(act: 'note' | 'shelve', alarms: readonly Alarm[]): void
  dismiss(): void
  confirm(alarms: readonly Alarm[], alarm_note?: string): Promise<void>
  shelve(alarms: readonly Alarm[], how: Shelving): Promise<void>
}

/** Confirming and shelving with what is told afterwards; what was done leaves the selection. */
export function useFeedActs(selection: Selection): FeedActs {
  const { connection, rows } = useFeed()
  const t = useText(words)
  const acting = useActing()
  const { given, done: say } = useUndoToasts()
  const [asked, setAsked] = useState<FeedActs['asked']>(null)

  const settle = (outcome: Outcome | null) => {
    if (!outcome) return selection.clear()
    const settled = new Set([...outcome.done, ...outcome.before])
    selection.keep([...selection.keys].filter((key) => !settled.has(rows.rowOf(key)?.alarm.alarm_id ?? '')))
  }
  async function unshelve(alarm_ids: readonly string[]) {
    if (!connection) return
    const outcome = await inChunks(alarm_ids, {
      call: (chunk) => connection.api.alarm.unshelve({ alarm_ids: chunk }),
      signal: new AbortController().signal,
      onProgress() {},
    })
    if (outcome.done.length > 0) say(t.unshelved({ count: outcome.done.length }))
  }

  return {
    acting,
    toasts: given,
    asked,
    ask(act, alarms) {
      const meant = alarms.filter(act === 'note' ? isConfirmable : (alarm) => !isHeld(alarm))
      if (meant.length > 0) setAsked({ act, alarms: meant })
    },
    dismiss: () => setAsked(null),
    async confirm(alarms, alarm_note = '') {
      setAsked(null)
      const meant = alarms.filter(isConfirmable)
      if (meant.length === 0) return
      const outcome = await acting.confirm(meant, alarm_note)
      settle(outcome)
      if (!outcome) return
      const { done, before } = outcome
      if (before.length > 0) say(t.confirmedBefore({ done: done.length, count: before.length }))
      else if (done.length > 1) say(t.confirmed({ count: done.length }))
    },
    async shelve(alarms, how) {
      setAsked(null)
      const outcome = await acting.shelve(alarms, how)
      settle(outcome)
      if (!outcome) return
      const { done } = outcome
      if (done.length > 0) say(t.shelved({ count: done.length }), () => void unshelve(done))
    },
  }
}
