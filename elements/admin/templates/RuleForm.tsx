import { useEffect, useState } from 'react'
import type { AlarmRule } from '../../../core/contract/alarm.ts'
import type { Point } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { pointName } from '../../parts/point-text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text } from './page-text.ts'
import {
  conditionsFor,
  type Draft,
  draftOf,
  FIELDS,
  type Field,
  judge,
  mayHaveRules,
  ruleOf,
  withPoint,
  wordsOf,
} from './rule-form.ts'

interface RuleFormProps {
  points: readonly Point[]
  /** To be changed; null for a new one. */
  editing: AlarmRule | null
  /** Its place among the rules, to know its fields in a refusal. */
  index: number
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  /** Left out for a new one. */
  onDelete?: (() => void) | undefined
  onSend: (rule: AlarmRule) => Promise<unknown>
  onDone: (rule: AlarmRule) => void
}

const LEVELS = [1, 2, 3, 4, 5] as const

/** When a point's value is an alarm. What was typed stays when the server refuses. */
export function RuleForm({ points, editing, index, onUnsaved, onClose, onDelete, onSend, onDone }: RuleFormProps) {
  const t = useText(text)
  const w = useText(words)
  const { lang } = useElement()
  const [first] = useState(() => draftOf(editing))
  const [draft, setDraft] = useState(first)
  const paths = FIELDS.map((field) => `alarm_rules.${index}.${field}`)
  const sending = useSending<string>([...FIELDS, ...paths])
  const { judge: isFine, send, isPending } = sending
  const wrong = (field: Field) => sending.wrong[field] ?? sending.wrong[`alarm_rules.${index}.${field}`]
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const point = points.find(({ key }) => key === draft.key)
  const worded = wordsOf(point, lang)

  const isUnsaved = JSON.stringify(first) !== JSON.stringify(draft)
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  async function submit() {
    if (!isFine(judge(draft, t))) return
    const rule = ruleOf(draft)
    if (await send(() => onSend(rule))) onDone(rule)
  }

  const title = editing ? editing.alarm_name : t.newRule
  return (
    <SidePanel title={title} onClose={onClose}>
      <SendForm
        label={title}
        sending={sending}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending}>
              {editing ? w.save : t.makeRule}
            </Button>
            <Button onPress={onClose}>{w.cancel}</Button>
            {onDelete && (
              <Button look="danger" onPress={onDelete}>
                {t.deleteRule}
              </Button>
            )}
          </>
        }
      >
        <Select
          label={t.point}
          options={points
            .filter(mayHaveRules)
            .map((one) => ({ id: one.key, label: pointName(one, lang), note: one.unit ?? one.key }))}
          value={point ? point.key : null}
          onChange={(key) =>
            setDraft((before) =>
              withPoint(
                before,
                points.find((one) => one.key === key),
              ),
            )
          }
          isSearchable={points.length > 10}
          error={wrong('key') ?? (draft.key !== null && !point ? t.pointGone({ key: draft.key }) : undefined)}
          isRequired
        />
        <Select
          label={t.condition}
          options={conditionsFor(point).map((id) => ({ id, label: t[id] }))}
          value={draft.condition}
          onChange={(condition) => set({ condition })}
          error={wrong('condition')}
        />
        {worded ? (
          <Select
            label={t.threshold}
            options={worded}
            value={draft.threshold === null ? null : String(draft.threshold)}
            onChange={(id) => set({ threshold: Number(id) })}
            error={wrong('threshold')}
            isRequired
          />
        ) : (
          <>
            <NumberField
              label={t.threshold}
              name="threshold"
              value={draft.threshold}
              onChange={(threshold) => set({ threshold })}
              {...(point?.unit && { unit: point.unit })}
              error={wrong('threshold')}
              isRequired
            />
            <NumberField
              label={t.dead_band}
              name="dead_band"
              value={draft.dead_band}
              onChange={(dead_band) => set({ dead_band })}
              {...(point?.unit && { unit: point.unit })}
              help={draft.condition === 'equals' ? t.toleranceHelp : t.deadBandHelp}
              error={wrong('dead_band')}
            />
          </>
        )}
        <Select
          label={t.level}
          options={LEVELS.map((level) => ({ id: String(level), label: `${level} ${w[`alarm_${level}`]}` }))}
          value={String(draft.alarm_level)}
          onChange={(id) => set({ alarm_level: Number(id) })}
          error={wrong('alarm_level')}
        />
        <TextField
          label={t.alarm_name}
          name="alarm_name"
          value={draft.alarm_name}
          onChange={(alarm_name) => set({ alarm_name })}
          error={wrong('alarm_name')}
          autoComplete="off"
          isRequired
        />
        <TextField
          label={t.alarm_name_en}
          name="alarm_name_en"
          value={draft.alarm_name_en}
          onChange={(alarm_name_en) => set({ alarm_name_en })}
          error={wrong('alarm_name_en')}
          autoComplete="off"
        />
      </SendForm>
    </SidePanel>
  )
}
