import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeptRule, RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import { lazyPart, useSheet, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useUnsaved } from '../use-unsaved.tsx'
import { useFocusBack } from '../user-group-picker/use-focus-back.ts'
import sheet from './alarm-rules.css?sheet'
import { mergedRules, movedRule, withRule } from './merge-rules.ts'
import { RuleList } from './RuleList.tsx'
import { copyOf, type Draft, draftOf } from './rule-draft.ts'
import { text } from './text.ts'
import { type RuleListHandlers, useRuleList } from './use-rule-list.ts'

const RuleEditor = lazyPart(() => import('./RuleEditor.tsx').then((chunk) => chunk.RuleEditor))

interface AlarmRulesProps {
  owner: RuleOwner
  handlers: RuleListHandlers
  onUnsaved: (isUnsaved: boolean) => void
  /** The rules were changed. */
  onSaved?: () => void
  /** The id of the rule that is open; empty for none, and for one that is new. */
  shown?: string
  onShown?: (rule_id: string) => void
  /** Leads to a template's rules; left out for who may not change them. */
  onTemplate?: ((template_id: number) => void) | undefined
}

/** What is open: a rule that is there, or one to be added behind another one or at the end. */
interface Open {
  draft: Draft
  after?: string | undefined
}

/** Where it is in the list, or will be. */
function placeOf({ draft, after }: Open, rules: readonly SentRule[]): number {
  const found = (id: string | undefined) => (id === undefined ? -1 : rules.findIndex(({ rule_id }) => rule_id === id))
  const [own, before] = [found(draft.rule_id), found(after)]
  return own >= 0 ? own : before >= 0 ? before + 1 : rules.length
}

/** Rules of a template or of one device: the list, and one of them in its editor in place of it. */
export function AlarmRules(props: AlarmRulesProps) {
  const { owner, handlers, onUnsaved, onSaved, shown = '', onShown, onTemplate } = props
  useSheet(sheet)
  const t = useText(text)
  const { called, set, save, quietly } = useRuleList(owner, handlers, onSaved)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  useFocusBack(open !== null, '.table')
  const changeUnsaved = useCallback(
    (isUnsaved: boolean) => {
      setUnsaved(isUnsaved)
      onUnsaved(isUnsaved)
    },
    [setUnsaved, onUnsaved],
  )

  const followed = useRef('')
  function show(next: Open | null) {
    changeUnsaved(false)
    setOpen(next)
    followed.current = next?.draft.rule_id ?? ''
    onShown?.(followed.current)
    // It may be another one by now, or have alarms that stand.
    if (next?.draft.rule_id !== undefined) called.reload()
  }
  const close = () => show(null)
  const follow = useEffectEvent((rule_id: string) => {
    followed.current = rule_id
    const rule = [...(set?.rules ?? []), ...(set?.template?.rules ?? [])].find((one) => one.rule_id === rule_id)
    if (!rule && rule_id !== '') handlers.refused(t.noSuchRule)
    leave(() => show(rule ? { draft: draftOf(rule) } : null))
  })
  const isLoaded = set !== null
  useEffect(() => {
    if (isLoaded && shown !== followed.current) follow(shown)
  }, [isLoaded, shown])

  if (!set)
    return called.failure ? (
      <Failure failure={called.failure} onRetry={called.reload} />
    ) : (
      <>
        <LoadingState />
        <Skeleton rows={6} />
      </>
    )

  async function remove({ rule_id, open_alarms: count, ...rule }: KeptRule) {
    const place = set?.rules.findIndex((one) => one.rule_id === rule_id) ?? 0
    if (!(await quietly((now) => now.filter((one) => one.rule_id !== rule_id)))) return
    close()
    const { alarm_name: name } = rule
    // Put back, it is a new rule: what it raised before was over when it was taken out.
    const undo = () => void quietly((now) => now.toSpliced(place, 0, rule))
    handlers.done(count > 0 ? t.deletedOpen({ name, count }) : t.deleted({ name }), undo)
  }
  async function turn({ rule_id, alarm_name: name, open_alarms: count }: KeptRule, is_enabled: boolean) {
    if (!(await quietly((now) => now.map((one) => (one.rule_id === rule_id ? { ...one, is_enabled } : one))))) return
    handlers.done(
      is_enabled ? t.turnedOn({ name }) : count > 0 ? t.turnedOffOpen({ name, count }) : t.turnedOff({ name }),
    )
  }

  if (open) {
    const { template } = set
    const isOfTemplate = template?.rules.some(({ rule_id }) => rule_id === open.draft.rule_id) ?? false
    const shownSet = isOfTemplate && template ? { ...set, rules: template.rules, may_edit: false } : set
    return (
      <>
        <RuleEditor
          key={open.draft.rule_id ?? 'new'}
          owner={owner}
          set={shownSet}
          first={open.draft}
          place={placeOf(open, shownSet.rules)}
          template={isOfTemplate ? template : null}
          onTemplate={onTemplate}
          onUnsaved={changeUnsaved}
          onClose={() => leave(close)}
          onDelete={(rule) => void remove(rule)}
          onSend={(rule) => save((now) => withRule(now, rule, placeOf(open, now)))}
          onDone={({ alarm_name: name }) => {
            close()
            handlers.done(t.saved({ name }))
          }}
        />
        {dialog}
      </>
    )
  }
  return (
    <>
      <StaleNote called={called} />
      <RuleList
        owner={owner}
        set={set}
        search={search}
        onSearch={setSearch}
        onTemplate={onTemplate}
        onOpen={(rule) => show({ draft: draftOf(rule) })}
        onCopy={(rule) => show({ draft: copyOf(draftOf(rule), t), after: rule.rule_id })}
        onTurn={(rule, is) => void turn(rule, is)}
        onMove={(rule, by) => void quietly((now) => movedRule(now, rule, by))}
        onRemove={(rule) => void remove(rule)}
        onImport={async (found, count) => {
          if (!(await quietly((now) => mergedRules(now, found)))) return false
          handlers.done(t.imported({ count }))
          return true
        }}
      />
      {dialog}
    </>
  )
}
