import { useState } from 'react'
import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import { changesOf, type Draft, draftOf, type Field, rebased } from './rule-draft.ts'

/** What somebody else has done to the rule that is being written. */
export type News = { is: 'none' } | { is: 'gone' } | { is: 'changed'; both: readonly Field[] }

/** A rule as it is being written. `kept`: as it is saved now; null for one that is not, or no longer. What others save is taken in. */
export function useRuleDraft(first: Draft, kept: SentRule | null) {
  const [from, setFrom] = useState(first)
  const [draft, setDraft] = useState(first)
  const [both, setBoth] = useState<readonly Field[] | null>(null)
  const theirs = kept && draftOf(kept)
  if (theirs && changesOf(from, theirs).length > 0) {
    const next = rebased(from, draft, theirs)
    setFrom(theirs)
    setDraft(next.draft)
    setBoth(next.both)
  }
  const isGone = first.rule_id !== undefined && kept === null
  const news: News = isGone ? { is: 'gone' } : both ? { is: 'changed', both } : { is: 'none' }
  return { draft, setDraft, news, isUnsaved: isGone || changesOf(from, draft).length > 0 }
}
