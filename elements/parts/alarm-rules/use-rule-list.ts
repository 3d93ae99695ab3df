import { useLayoutEffect, useRef } from 'react'
import type { AlarmRuleSet, RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useConnection, useElement } from '../../define/index.ts'
import { refusalText } from '../form/refusal.ts'
import { useCall } from '../use-call.ts'

/** Shows the user what was done; with `undo` it can be undone there. */
export interface RuleListHandlers {
  done: (text: string, undo?: () => void) => void
  refused: (text: string) => void
}

/** The rules of a template or a device; every change is kept at once. */
export function useRuleList(owner: RuleOwner, { refused }: RuleListHandlers, onSaved?: () => void) {
  const { lang } = useElement()
  const { api } = useConnection()
  const called = useCall(api.alarmRules.list, owner)
  const set = called.data ?? called.last
  const { reload, replace } = called
  // An undo comes later: it changes the rules as they are then.
  const latest = useRef(set)
  useLayoutEffect(() => {
    latest.current = set
  }, [set])

  /** Writes what the rules become; rejects with the refusal. Rules that somebody else has changed meanwhile are shown. */
  async function save(change: (rules: readonly SentRule[]) => readonly SentRule[]): Promise<AlarmRuleSet | null> {
    const now = latest.current
    if (!now) return null
    try {
      const input = { ...owner, rules: [...change(now.rules)], revision: now.revision }
      const saved = await api.alarmRules.save(input)
      latest.current = saved
      replace(saved)
      onSaved?.()
      return saved
    } catch (error) {
      if (error instanceof ApiError && error.fields.some(({ field }) => field === 'revision')) reload()
      throw error
    }
  }

  /** The same where no form shows a refusal: a toast does. */
  async function quietly(change: (rules: readonly SentRule[]) => readonly SentRule[]): Promise<boolean> {
    try {
      return (await save(change)) !== null
    } catch (error) {
      refused(refusalText(error, lang))
      return false
    }
  }

  return { called, set, save, quietly }
}
