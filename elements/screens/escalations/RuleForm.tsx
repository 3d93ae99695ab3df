import { type FormEvent, useId, useState } from 'react'
import type { Escalation } from '../../../core/contract/push.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { LevelSelect } from '../../parts/push/LevelSelect.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import {
  type Draft,
  described,
  draftOf,
  judge,
  nextStep,
  STEPS_MOST,
  type StepDraft,
  type Wrong,
} from './escalation-draft.ts'
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
  const { cancel, save } = useText(words)
  const { root } = useElement()
  const { api } = useConnection()
  const id = useId()
  const sending = useSending<never>([])
  const [draft, setDraft] = useState(() => draftOf(editing))
  const [wrong, setWrong] = useState<Wrong>({})
  const [isRemoving, setRemoving] = useState(false)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const setStep = (at: number, part: Partial<StepDraft>) =>
    set({ steps: draft.steps.map((step, i) => (i === at ? { ...step, ...part } : step)) })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = judge(draft, t)
    setWrong(found)
    sending.judge({})
    if (Object.keys(found).length > 0 || sending.isPending) return
    const input = described(draft, editing?.escalation_id)
    if (await sending.send(() => api.push.saveEscalation(input))) onSaved()
  }
  async function remove(escalation_id: number) {
    const removed = await attempt(api.push.removeEscalation({ escalation_id }, { raisesToast: true }))
    setRemoving(false)
    if (removed) onRemoved()
  }

  return (
    <SidePanel
      title={editing ? editing.escalation_name : t.create}
      onClose={onClose}
      actions={
        <>
          {editing && (
            <Button look="danger" onPress={() => setRemoving(true)}>
              {t.remove}
            </Button>
          )}
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isPending={sending.isPending}
            onPress={() => (root.getElementById(id) as HTMLFormElement | null)?.requestSubmit()}
          >
            {save}
          </Button>
        </>
      }
    >
      <form id={id} className="escalation-form" aria-label={t.rules} onSubmit={submit} noValidate>
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
          <p className="escalation-quiet">{t.endsHelp}</p>
        </div>
        <Switch isSelected={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })}>
          {t.enabled}
        </Switch>
        {sending.wrong.form && (
          <p className="escalation-wrong" role="alert">
            {sending.wrong.form}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
      {editing && (
        <ConfirmDialog
          title={t.removeTitle({ name: editing.escalation_name })}
          explanation={t.removeWhy}
          confirmLabel={t.removeIt({ name: editing.escalation_name })}
          isDanger
          isOpen={isRemoving}
          onConfirm={() => void remove(editing.escalation_id)}
          onClose={() => setRemoving(false)}
        />
      )}
    </SidePanel>
  )
}
