import { PERSON_CHANNELS } from '../../../core/contract/push.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import type { StepDraft, StepField } from './escalation-draft.ts'
import type { Audience } from './GroupSelect.tsx'
import { text } from './text.ts'

interface StepFieldsProps {
  number: number
  step: StepDraft
  wrong: Partial<Record<StepField, string>>
  audience: Audience
  onChange: (part: Partial<StepDraft>) => void
  /** Left out where it is the only one. */
  onRemove?: () => void
}

/** After how long who is notified by which channel. */
export function StepFields({ number, step, wrong, audience, onChange, onRemove }: StepFieldsProps) {
  const t = useText(text)
  return (
    <fieldset className="stack escalation-step">
      <legend>{t.step({ count: number })}</legend>
      <NumberField
        label={t.after}
        unit={t.minutes}
        min={1}
        max={1440}
        decimals={0}
        value={step.after_min}
        onChange={(after_min) => onChange({ after_min })}
        error={wrong.after_min}
      />
      <MultiSelect
        label={t.users}
        options={audience.users.map(({ user_id, name, user_name }) => ({
          id: String(user_id),
          label: name,
          note: user_name,
        }))}
        value={step.users}
        onChange={(users) => onChange({ users })}
        error={wrong.people}
        atMost={50}
      />
      <MultiSelect
        label={t.roles}
        options={audience.roles.map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name }))}
        value={step.roles}
        onChange={(roles) => onChange({ roles })}
        atMost={20}
      />
      <fieldset className="escalation-channels" aria-label={t.by}>
        {PERSON_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            isSelected={step.channels.includes(channel)}
            onChange={(selected) =>
              onChange({
                channels: PERSON_CHANNELS.filter((one) => (one === channel ? selected : step.channels.includes(one))),
              })
            }
          >
            {t[channel]}
          </Checkbox>
        ))}
      </fieldset>
      {wrong.channels && (
        <p className="wrong" role="alert">
          {wrong.channels}
        </p>
      )}
      {onRemove && (
        <div>
          <Button look="plain" icon="trash" onPress={onRemove}>
            {t.removeStep({ count: number })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
