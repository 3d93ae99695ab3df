import type { Escalation, EscalationStep, PersonChannel } from '../../../core/contract/push.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

export const STEPS_MOST = 3

/** One step as the form holds it: ids as the controls have them, null while no number is there. */
export interface StepDraft {
  after_min: number | null
  users: readonly string[]
  roles: readonly string[]
  channels: readonly PersonChannel[]
}

export interface Draft {
  name: string
  from_level: number
  /** `all`, or a group's id. */
  group: string
  steps: readonly StepDraft[]
  repeats: boolean
  repeat_min: number | null
  ends_on_recovery: boolean
  is_enabled: boolean
}

export type StepField = 'after_min' | 'people' | 'channels'
export interface Wrong {
  name?: string
  repeat_min?: string
  steps?: readonly Partial<Record<StepField, string>>[]
}

const REPEAT_MIN = 30
const stepDraft = ({ after_min, user_ids, role_ids, channels }: EscalationStep): StepDraft => ({
  after_min,
  users: user_ids.map(String),
  roles: role_ids.map(String),
  channels,
})

/** The step that is offered after the others. */
export const nextStep = (steps: readonly StepDraft[]): StepDraft => ({
  after_min: (steps.at(-1)?.after_min ?? 0) + 10,
  users: [],
  roles: [],
  channels: ['sms', 'email'],
})

export const draftOf = (rule: Escalation | null): Draft => ({
  name: rule?.escalation_name ?? '',
  from_level: rule?.from_level ?? 4,
  group: String(rule?.group_id ?? 'all'),
  steps: rule ? rule.steps.map(stepDraft) : [nextStep([])],
  repeats: rule ? rule.repeat_min !== null : false,
  repeat_min: rule?.repeat_min ?? REPEAT_MIN,
  ends_on_recovery: rule?.ends_on_recovery ?? false,
  is_enabled: rule?.is_enabled ?? true,
})

/** What is wrong with a draft; empty when it can be sent. */
export function check({ name, steps, repeats, repeat_min }: Draft, t: Translated<(typeof text)['rows']>): Wrong {
  const found = steps.map(({ after_min, users, roles, channels }, i) => {
    const before = steps[i - 1]?.after_min ?? 0
    const isLater = after_min !== null && after_min > before
    return {
      ...(after_min === null ? { after_min: t.minutesMissing } : !isLater && { after_min: t.minutesOrder }),
      ...(users.length + roles.length === 0 && { people: t.peopleMissing }),
      ...(channels.length === 0 && { channels: t.channelsMissing }),
    }
  })
  return {
    ...(name.trim() === '' && { name: t.nameMissing }),
    ...(repeats && repeat_min === null && { repeat_min: t.minutesMissing }),
    ...(found.some((step) => Object.keys(step).length > 0) && { steps: found }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export const described = (draft: Draft, escalation_id: number | undefined) => ({
  ...(escalation_id !== undefined && { escalation_id }),
  escalation_name: draft.name.trim(),
  from_level: draft.from_level,
  group_id: draft.group === 'all' ? null : Number(draft.group),
  steps: draft.steps.map(({ after_min, users, roles, channels }) => ({
    after_min: after_min ?? 1,
    user_ids: users.map(Number),
    role_ids: roles.map(Number),
    channels: [...channels],
  })),
  repeat_min: draft.repeats ? draft.repeat_min : null,
  ends_on_recovery: draft.ends_on_recovery,
  is_enabled: draft.is_enabled,
})
