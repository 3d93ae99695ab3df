import { type ReactNode, useState } from 'react'
import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import { ALARM_LEVELS } from '../../../core/catalogue/limits.ts'
import { PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'
import type { AlarmRuleSet } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { asksFor, conditionsOf, hasPosition, maySuppress, suppressProblem } from '../../../core/rules/rule-check.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Checkbox, Switch } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { ExpressionInput } from '../expression/ExpressionInput.tsx'
import { pointName } from '../point-text.ts'
import { text as sharedText } from '../text.ts'
import { type Draft, type Field, type Wrong, withPoint, withPosition, wordsOf } from './rule-draft.ts'
import { text } from './text.ts'

interface RuleFormProps {
  draft: Draft
  points: readonly Point[]
  /** Those that can be chosen. */
  offered: readonly Point[]
  fences: AlarmRuleSet['fences']
  wrong: Wrong
  onChange: (next: Draft) => void
  /** The fields of the text, which need values to show how it reads. */
  texts: ReactNode
}

/** In the list of points: where the device is, which two of them say. */
const POSITION = '@'
/** Later than this an operator learns too late of almost anything. */
const LONG_S = 1800

/** The fields of a rule, those that its condition asks for. */
export function RuleForm({ draft, points, offered, fences, wrong, onChange, texts }: RuleFormProps) {
  const t = useText(text)
  const { englishNameHelp } = useText(sharedText)
  const w = useText(words)
  const { lang } = useElement()
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const point = points.find(({ key }) => key === draft.key)
  const has = (field: Field) => asksFor(draft.condition, field, point?.data_type)
  const isPosition = isFenceCondition(draft.condition)
  const unit = point?.unit ? { unit: point.unit } : {}
  const seconds = (field: 'on_delay_s' | 'off_delay_s' | 'no_data_s', help: string) => (
    <NumberField
      label={t[field]}
      name={field}
      value={draft[field]}
      onChange={(value) => set({ [field]: value })}
      unit="s"
      help={help}
      error={wrong[field]}
      isRequired={field === 'no_data_s'}
    />
  )

  return (
    <>
      <Section title={t.whatSection}>
        <Select
          label={t.point}
          options={[
            ...offered.map((one) => ({ id: one.key, label: pointName(one, lang), note: one.unit ?? one.key })),
            ...(isPosition || hasPosition(offered) ? [{ id: POSITION, label: t.position, note: 'lat, lng' }] : []),
          ]}
          value={isPosition ? POSITION : point ? point.key : null}
          onChange={(key) =>
            onChange(
              key === POSITION
                ? withPosition(draft)
                : withPoint(
                    draft,
                    points.find((one) => one.key === key),
                  ),
            )
          }
          isSearchable={offered.length > 10}
          error={wrong.key ?? (draft.key !== null && !point ? t.pointGone({ key: draft.key }) : undefined)}
          isRequired
        />
        <Select
          label={t.condition}
          options={conditionsOf(point?.data_type ?? 'number')
            .filter((id) => isFenceCondition(id) === isPosition)
            .map((id) => ({ id, label: t[id] }))}
          value={draft.condition}
          onChange={(condition) => set({ condition })}
          error={wrong.condition}
        />
        {has('fence_id') && (
          <Select
            label={t.fence_id}
            options={fences.map(({ fence_id, fence_name }) => ({ id: String(fence_id), label: fence_name }))}
            value={draft.fence_id === null ? null : String(draft.fence_id)}
            onChange={(id) => set({ fence_id: Number(id) })}
            isSearchable={fences.length > 10}
            help={fences.length === 0 ? t.fenceNone : undefined}
            error={wrong.fence_id}
            isRequired
          />
        )}
        {has('threshold') && (
          <Threshold draft={draft} point={point} isRange={has('threshold_high')} wrong={wrong} set={set} />
        )}
        {has('no_data_s') && seconds('no_data_s', t.noDataHelp)}
        {has('dead_band') && (
          <NumberField
            label={isPosition ? t.edge : t.dead_band}
            name="dead_band"
            value={draft.dead_band}
            onChange={(dead_band) => set({ dead_band })}
            {...(isPosition ? { unit: 'm' } : unit)}
            help={isPosition ? t.edgeHelp : draft.condition === 'equals' ? t.toleranceHelp : t.deadBandHelp}
            error={wrong.dead_band}
          />
        )}
        <div className={has('on_delay_s') ? 'rule-pair' : 'rule-one'}>
          {has('on_delay_s') && seconds('on_delay_s', (draft.on_delay_s ?? 0) > LONG_S ? t.onDelayLong : t.onDelayHelp)}
          {seconds('off_delay_s', draft.condition === 'changes' ? t.changesHelp : t.offDelayHelp)}
        </div>
      </Section>
      <Section title={t.whoSection}>
        <TextField
          label={t.alarm_name}
          name="alarm_name"
          value={draft.alarm_name}
          onChange={(alarm_name) => set({ alarm_name })}
          error={wrong.alarm_name}
          autoComplete="off"
          isRequired
        />
        <TextField
          label={t.alarm_name_en}
          help={englishNameHelp}
          name="alarm_name_en"
          value={draft.alarm_name_en}
          onChange={(alarm_name_en) => set({ alarm_name_en })}
          error={wrong.alarm_name_en}
          autoComplete="off"
        />
        <Select
          label={t.level}
          options={ALARM_LEVELS.map((level) => ({ id: String(level), label: `${level} ${w[`alarm_${level}`]}` }))}
          value={String(draft.alarm_level)}
          onChange={(id) => set({ alarm_level: Number(id) })}
          error={wrong.alarm_level}
        />
        <Switch isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
          {t.enabled}
        </Switch>
      </Section>
      <Section title={t.textSection}>{texts}</Section>
      <Section title={t.suppressSection}>
        <ExpressionInput
          label={t.suppress_when}
          value={draft.suppress_when}
          points={offered.map((one) => ({ ...one, sn_code: '' }))}
          offers={maySuppress}
          help={t.suppressHelp}
          placeholder={t.never}
          error={wrong.suppress_when}
          errorAt={wrong.suppress_when ? suppressProblem(draft.suppress_when, points) : null}
          onChange={(suppress_when) => set({ suppress_when })}
        />
        <fieldset className="rule-channels">
          <legend className="field-label">{t.channels}</legend>
          {PUSH_CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              isSelected={draft.channels.includes(channel)}
              onChange={(is) =>
                set({ channels: PUSH_CHANNELS.filter((one) => (one === channel ? is : draft.channels.includes(one))) })
              }
            >
              {t[channel]}
            </Checkbox>
          ))}
        </fieldset>
      </Section>
      <Notes draft={draft} wrong={wrong} set={set} />
    </>
  )
}

interface ThresholdProps {
  draft: Draft
  point: Point | undefined
  /** Between two of them. */
  isRange: boolean
  wrong: Wrong
  set: (part: Partial<Draft>) => void
}

/** What a value is compared with: one of its words, a number, or two. */
function Threshold({ draft, point, isRange, wrong, set }: ThresholdProps) {
  const t = useText(text)
  const { lang } = useElement()
  const worded = wordsOf(point, lang)
  const unit = point?.unit ? { unit: point.unit } : {}
  return worded ? (
    <Select
      label={t.threshold}
      options={worded}
      value={draft.threshold === null ? null : String(draft.threshold)}
      onChange={(id) => set({ threshold: Number(id) })}
      error={wrong.threshold}
      isRequired
    />
  ) : (
    <div className={isRange ? 'rule-pair' : 'rule-one'}>
      <NumberField
        label={isRange ? t.lower : t.threshold}
        name="threshold"
        value={draft.threshold}
        onChange={(threshold) => set({ threshold })}
        {...unit}
        error={wrong.threshold}
        isRequired
      />
      {isRange && (
        <NumberField
          label={t.upper}
          name="threshold_high"
          value={draft.threshold_high}
          onChange={(threshold_high) => set({ threshold_high })}
          {...unit}
          error={wrong.threshold_high}
          isRequired
        />
      )}
    </div>
  )
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="rule-section">
      <legend className="rule-legend">{title}</legend>
      {note && <p className="rule-quiet">{note}</p>}
      {children}
    </fieldset>
  )
}

const NOTES = ['cause', 'consequence', 'response'] as const

/** Cause, consequence and response: in the reader's language at once, in the other one when the user opens it or it has text. */
function Notes({ draft, wrong, set }: { draft: Draft; wrong: Wrong; set: (part: Partial<Draft>) => void }) {
  const t = useText(text)
  const hasEnglish = NOTES.some((field) => draft[`${field}_en`] !== '')
  const [isEnglish, setEnglish] = useState(hasEnglish)
  return (
    <Section title={t.whySection} note={t.whyHelp}>
      {NOTES.flatMap((field) => (isEnglish ? [field, `${field}_en` as const] : [field])).map((field) => (
        <TextField
          key={field}
          label={t[field]}
          name={field}
          value={draft[field]}
          onChange={(value) => set({ [field]: value })}
          lines={2}
          error={wrong[field]}
        />
      ))}
      <Checkbox isSelected={isEnglish} isDisabled={hasEnglish} onChange={setEnglish}>
        {t.showEnglish}
      </Checkbox>
    </Section>
  )
}
