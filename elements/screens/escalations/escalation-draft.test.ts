import { expect, test } from 'vitest'
import type { Escalation } from '../../../core/contract/push.ts'
import { translate } from '../../../core/text/define-text.ts'
import { check, described, draftOf, nextStep } from './escalation-draft.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const RULE: Escalation = {
  escalation_id: 3,
  escalation_name: 'Nights',
  from_level: 4,
  group_id: 7,
  group_name: 'East',
  steps: [
    { after_min: 5, user_ids: [1], role_ids: [], channels: ['sms'] },
    { after_min: 15, user_ids: [], role_ids: [2, 3], channels: ['email', 'wechat'] },
  ],
  repeat_min: null,
  ends_on_recovery: true,
  is_enabled: false,
}

test('what is not changed is sent as it came', () => {
  const { group_name: _, ...sent } = RULE
  expect(described(draftOf(RULE), 3)).toEqual(sent)
  expect(check(draftOf(RULE), t)).toEqual({})
})

test('a step without people, without a channel, or before the one above it is reported at its place', () => {
  const draft = draftOf(RULE)
  const [first, second] = draft.steps
  if (!first || !second) throw new Error('two steps')
  const steps = [
    { ...first, users: [] },
    { ...second, after_min: 5, channels: [] },
  ]
  expect(check({ ...draft, name: ' ', steps, repeats: true, repeat_min: null }, t)).toEqual({
    name: t.nameMissing,
    repeat_min: t.minutesMissing,
    steps: [{ people: t.peopleMissing }, { after_min: t.minutesOrder, channels: t.channelsMissing }],
  })
})

test('the step that is added is later than those before it', () => {
  expect(nextStep(draftOf(RULE).steps).after_min).toBe(25)
  expect(draftOf(null).steps).toHaveLength(1)
})
