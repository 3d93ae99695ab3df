import { expect, test } from 'vitest'
import { translate } from '../../../core/text/define-text.ts'
import { type DeviceDraft, editOf, isCardNo } from './device-draft.ts'
import { text, wrongTags } from './tag-text.ts'

const first: DeviceDraft = {
  dev_alias: 'Pump 1',
  dev_model: 'BX-3',
  group_id: 1,
  report_interval_s: 60,
  tags: 'North, critical',
  site_name: 'East works',
  site_address: '',
  deployment_address: '',
  region_code: '',
  region_text: '',
  remarks: '',
  contact_name: '',
  contact_phone: '',
  contact_email: '',
  card_no: '898600123456789012',
  file: null,
}

test('an edit sends the fields that were changed alone, without the blanks around them, and what they were', () => {
  const draft = { ...first, dev_alias: ' Pump 2 ', dev_model: ' BX-3', group_id: 4, card_no: '' }
  expect(editOf(draft, first)).toEqual({
    dev_alias: 'Pump 2',
    group_id: 4,
    card_no: null,
    was: { dev_alias: 'Pump 1', group_id: 1, card_no: '898600123456789012' },
  })
})

test('an edit after a conflict names what somebody else has made of the field', () => {
  const draft = { ...first, site_name: 'South works' }
  const seen = { ...first, site_name: 'West works', dev_model: 'BX-4' }
  expect(editOf(draft, first, seen)).toEqual({ site_name: 'South works', was: { site_name: 'West works' } })
})

test('a card number has 18 to 32 digits, or is left out', () => {
  expect(['', ' 898600123456789012 ', '1'.repeat(32)].every(isCardNo)).toBe(true)
  expect(['1'.repeat(17), '1'.repeat(33), '89860012345678901x'].some(isCardNo)).toBe(false)
})

test('tags are sent as they stand between commas of either language, and only where they differ', () => {
  expect(editOf({ ...first, tags: ' North ,critical, ' }, first)).toEqual({ was: {} })
  expect(editOf({ ...first, tags: 'North，spare' }, first)).toEqual({
    tags: ['North', 'spare'],
    was: { tags: ['North', 'critical'] },
  })
})

test('a tag has 24 characters at most, and a device ten tags', () => {
  const wrong = (typed: string) => wrongTags('add', typed, translate(text, 'en')).add
  const ten = [...Array(10)].map((_, n) => `tag ${n}`)
  for (const right of [`${'x'.repeat(24)}, y`, ten.join(), [...ten, 'TAG 1'].join()])
    expect(wrong(right)).toBeUndefined()
  expect(wrong('x'.repeat(25))).toBe('A tag has 24 characters at most')
  expect(wrong([...ten, 'more'].join())).toBe('A device has 10 tags at most')
})
