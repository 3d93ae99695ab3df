// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts name variables so
import { expect, test } from 'vitest'
import { DashboardFields, type DashboardVariable } from '../contract/documents/dashboard-fields.ts'
import { ScreenDocument } from '../contract/documents/screen.ts'
import { valuesOf, withVariables } from './variables.ts'

const variable = (name: string, kind: DashboardVariable['kind'], more: Partial<DashboardVariable> = {}) => ({
  name,
  kind,
  options: [],
  value: '',
  ...more,
})
const drawn = (props: object, more: object = {}) =>
  ScreenDocument.parse({
    version: 1,
    width: 100,
    height: 100,
    controls: [{ control_id: 'a', kind: 'text', x: 0, y: 0, width: 9, height: 9, props, ...more }],
  })
const shown = (props: object, values: Record<string, string>, more: object = {}) =>
  withVariables(drawn(props, more), values).controls[0]

test('a variable has what was chosen where it can be that, else its own value', () => {
  const all = [
    variable('shift', 'choice', { options: ['Day', 'Night'], value: 'Night' }),
    variable('area', 'group', { value: '7' }),
    variable('note', 'text'),
  ]
  expect(valuesOf(all, {})).toEqual({ shift: 'Night', area: '7', note: '' })
  expect(valuesOf(all, { shift: 'Day', area: '12', note: 'x', other: 'y' })).toEqual({
    shift: 'Day',
    area: '12',
    note: 'x',
  })
  expect(valuesOf(all, { shift: 'Noon', area: '-1', note: 'a\nb' })).toEqual({ shift: 'Night', area: '7', note: '' })
  expect(valuesOf(all, { note: 'x'.repeat(65), area: '' })).toEqual({ shift: 'Night', area: '', note: '' })
  expect(valuesOf([variable('shift', 'choice', { options: ['Day'] })], {})).toEqual({ shift: 'Day' })
  expect(valuesOf([variable('constructor', 'text')], {})).toEqual({ constructor: '' })
})

test('texts, titles, labels and tips show the values of variables, and others stay as they are written', () => {
  const props = { text: 'Area ${area}, ${other}', rows: [{ label: '${area}', point: '${area}' }], fontSize: 12 }
  const control = shown(props, { area: 'North' }, { tooltip: 'of ${area}' })
  expect(control?.props).toEqual({
    text: 'Area North, ${other}',
    rows: [{ label: 'North', point: '${area}' }],
    fontSize: 12,
  })
  expect(control?.tooltip).toBe('of North')
})

test('a value is never read again for variables, and none of what every object has is one', () => {
  expect(shown({ text: '${a}' }, { a: '${b}', b: 'x' })?.props.text).toBe('${b}')
  expect(shown({ text: '${constructor} ${__proto__}' }, { a: 'x' })?.props.text).toBe('${constructor} ${__proto__}')
})

test('what names no variable is the same as before, so that it is not drawn anew', () => {
  const document = drawn({ text: 'Plain' })
  expect(withVariables(document, { area: 'x' }).controls[0]).toBe(document.controls[0])
})

test('a group or template that is a variable is the chosen one, and none where none is chosen', () => {
  const props = { group_id: '${area}', template_id: '${kind}' }
  expect(shown(props, { area: '12', kind: '' })?.props).toEqual({ group_id: 12, template_id: null })
  expect(shown(props, {})?.props).toEqual({ group_id: null, template_id: null })
  expect(shown({ group_id: 4 }, { area: '12' })?.props.group_id).toBe(4)
  expect(shown({ group_id: 'chosen' }, { area: '12' })?.props.group_id).toBe('chosen')
})

test('a link has variables in its query alone, written as a query is', () => {
  const linkTo = (url: string, area: string) => {
    const events = [{ on: 'click', actions: [{ does: 'open_link', url }] }]
    const action = shown({}, { area }, { events })?.events[0]?.actions[0]
    return action?.does === 'open_link' ? action.url : null
  }
  expect(linkTo('https://a.example/x?q=${area}#${area}', 'N & S')).toBe('https://a.example/x?q=N%20%26%20S#${area}')
  expect(linkTo('https://${area}/x', 'evil.example')).toBe('https://${area}/x')
  expect(linkTo('${area}', 'javascript:alert(1)')).toBe('${area}')
})

test('a value in Markdown is text, and no mark', () => {
  const markdown = (text: string, area: string) => shown({ text }, { area }, { kind: 'markdown' })?.props.text
  expect(markdown('**${area}**', '[x](https://e.example)')).toBe('**\\[x\\]\\(https://e\\.example\\)**')
  expect(markdown('[a](https://a.example?q=${area})', 'x)y')).toBe('[a](https://a.example?q=x%29y)')
})

test('a dashboard has at most ten variables, each name once', () => {
  const fits = (variables: object[]) => DashboardFields.safeParse({ variables }).success
  const named = (name: string) => ({ name, kind: 'text' })
  expect(fits(Array.from({ length: 10 }, (_, at) => named(`v${at}`)))).toBe(true)
  expect(fits(Array.from({ length: 11 }, (_, at) => named(`v${at}`)))).toBe(false)
  expect(fits([named('a'), named('a')])).toBe(false)
  expect([named('区域'), named('a b'), named('1a'), named('a'.repeat(33))].map((one) => fits([one]))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(fits([{ ...named('a'), kind: 'choice', options: Array(51).fill('x') }])).toBe(false)
})
