import { expect, test } from 'vitest'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError, ConnectionError } from '../../../core/contract/api-error.ts'
import { stillWrong, wrongOf } from './refusal.ts'

const named = (...fields: [field: string, message: string][]) =>
  new ApiError('112002', { fields: fields.map(([field, message]) => ({ field, message })) })

test('a refusal is shown at the field that it names, or that it names a part of', () => {
  const shown = ['name', 'points.0', 'points.1']
  expect(wrongOf(named(['points.1.key', 'is there twice']), 'en', shown)).toEqual({ 'points.1': 'is there twice' })
  expect(wrongOf(named(['name', '']), 'en', shown).name).toBe(messageOf('112002', 'en'))
})

test('a refusal of a field that is not shown is one of the form, with its code and the name of the field', () => {
  const form = `${messageOf('112002', 'en')} (112002) · other: odd`
  expect(wrongOf(named(['other', 'odd']), 'en', ['name'])).toEqual({ form })
  expect(wrongOf(named(['name', 'taken'], ['other', 'odd']), 'en', ['name'])).toEqual({ name: 'taken', form })
  expect(wrongOf(named(), 'en', ['name']).form).toBe(`${messageOf('112002', 'en')} (112002)`)
})

test('a refusal that names no field is shown where the form says for its code', () => {
  expect(wrongOf(named(), 'en', ['group'], { 112002: 'group' }).group).toBeTruthy()
  expect(wrongOf(named(), 'en', ['group'], { 112002: { group: 'It is gone' } })).toEqual({ group: 'It is gone' })
  expect(wrongOf(named(['group', 'odd']), 'en', ['group'], { 112002: { form: 'gone' } })).toEqual({ group: 'odd' })
})

test('a form whose server does not answer says that it is not known whether it was done', () => {
  const lost = new ConnectionError('offline')
  expect(wrongOf(lost, 'en', ['name']).form).toContain('not known whether this was done')
  expect(wrongOf(lost, 'en', ['name'], { unreachable: { form: 'Nothing was sent' } })).toEqual({
    form: 'Nothing was sent',
  })
})

test('a form of a page without a token says that nothing was sent', () => {
  const form = 'The page has no valid token: nothing was sent.'
  expect(wrongOf(new ConnectionError('token'), 'en', ['name'])).toEqual({ form })
})

test('an error that the form found goes as soon as its field is mended, by itself or by another', () => {
  const values = { name: '', password: 'a', again: 'b' }
  const last = { wrong: { name: 'is missing', again: 'is another' }, values, isOfCheck: true }
  const still = (now: object, found: Partial<Record<'name' | 'again', string>>) =>
    stillWrong(last, { values: { ...values, ...now }, validate: () => found })
  expect(still({}, { name: 'is missing', again: 'is another' })).toEqual(last.wrong)
  expect(still({ name: 'x_' }, { name: 'is wrong', again: 'is another' }).name).toBe('is wrong')
  expect(still({ name: 'x' }, { again: 'is another' })).toEqual({ again: 'is another' })
  expect(still({ password: 'b' }, { name: 'is missing' })).toEqual({ name: 'is missing' })
})

test('an error that the server found goes when its field is changed, one of the whole form when it is sent again', () => {
  const last = { wrong: { name: 'is taken', form: 'refused' }, values: { name: 'a', remarks: '' }, isOfCheck: false }
  const still = (values: object) => stillWrong(last, { values, validate: () => ({}) })
  expect(still({ name: 'a', remarks: 'x' })).toEqual(last.wrong)
  expect(still({ name: 'b', remarks: '' })).toEqual({ form: 'refused' })
})

test('while nothing was found wrong, nothing is checked', () => {
  const validate = () => {
    throw new Error('checked')
  }
  expect(stillWrong({ wrong: {}, values: {}, isOfCheck: true }, { values: {}, validate })).toEqual({})
})
