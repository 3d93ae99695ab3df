import type { Escalation } from '../../../core/contract/push.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { LevelSelect } from '../../parts/push/LevelSelect.tsx'
import { check, described, draftOf, nextStep, STEPS_MOST, type StepDraft } from './escalation-draft.ts'
import { type Audience, GroupSelect } from './GroupSelect.tsx'
import { StepFields } from './StepFields.tsx'
import { text } from './text.ts'

interface RuleFormProps {
  /** To be changed; null for a new one. */
  editing: Escalation | null
  audience: Audience
  onClose: () => void
  onSaved: () => void
  onRemoved: () => void
}

/** One escalation, in the panel beside the list. */
export function RuleForm({ editing, audience, onClose, onSaved, onRemoved }: RuleFormProps) {
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft(() => draftOf(editing), {
    // The server names none of them.
    fields: [],
    validate: (draft) => check(draft, t),
    async send(draft) {
      await api.push.saveEscalation(described(draft, editing?.escalation_id))
      onSaved()
    },
  })
  const { draft, set, wrong } = form
  const setStep = (at: number, part: Partial<StepDraft>) =>
    set({ steps: draft.steps.map((step, i) => (i === at ? { ...step, ...part } : step)) })
  async function remove(escalation_id: number) {
    if (await attempt(api.push.removeEscalation({ escalation_id }, { raisesToast: true }))) onRemoved()
  }

  return (
    <EntityForm
      title={editing ? editing.escalation_name : t.create}
      label={t.rules}
      form={form}
      onClose={onClose}
      remove={
        editing && {
          label: t.remove,
          title: t.removeTitle({ name: editing.escalation_name }),
          explanation: t.removeWhy,
          confirm: t.removeIt({ name: editing.escalation_name }),
          call: () => remove(editing.escalation_id),
          look: 'danger',
        }
      }
      isWide
    >
      <TextField
        label={t.name}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={32}
        error={wrong.name}
        isRequired
        isAutoFocus
      />
      <LevelSelect label={t.level} value={draft.from_level} onChange={(level) => set({ from_level: level ?? 1 })} />
      <GroupSelect audience={audience} value={draft.group} onChange={(group) => set({ group })} />
      {draft.steps.map((step, i) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place
          key={i}
          number={i + 1}
          step={step}
          wrong={wrong.steps?.[i] ?? {}}
          audience={audience}
          onChange={(part) => setStep(i, part)}
          {...(draft.steps.length > 1 && { onRemove: () => set({ steps: draft.steps.filter((_, at) => at !== i) }) })}
        />
      ))}
      {draft.steps.length < STEPS_MOST && (
        <div>
          <Button icon="plus" onPress={() => set({ steps: [...draft.steps, nextStep(draft.steps)] })}>
            {t.addStep}
          </Button>
        </div>
      )}
      <Switch isSelected={draft.repeats} onChange={(repeats) => set({ repeats })}>
        {t.repeats}
      </Switch>
      {draft.repeats && (
        <NumberField
          label={t.repeatEvery}
          unit={t.minutes}
          min={1}
          max={1440}
          decimals={0}
          value={draft.repeat_min}
          onChange={(repeat_min) => set({ repeat_min })}
          error={wrong.repeat_min}
        />
      )}
      <div>
        <Switch isSelected={draft.ends_on_recovery} onChange={(ends_on_recovery) => set({ ends_on_recovery })}>
          {t.endsOnRecovery}
        </Switch>
        <p className="quiet">{t.endsHelp}</p>
      </div>
      <Switch isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
        {t.enabled}
      </Switch>
    </EntityForm>
  )
}
