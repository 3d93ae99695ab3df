import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Control } from '../contract/documents/screen.ts'
import { contrast, hueOf, type Rgb, readColour } from './hmi-check/colours.ts'
import { findingText } from './hmi-check/finding-text.ts'
import { checkHmi } from './hmi-check.ts'
import type { ControlKind, KindTable } from './kind.ts'
import { bound, control, screen } from './runtime/test-screen.ts'

const kindOf = (kind: string, defaults: object, bindable: readonly string[], role = 'img') =>
  ({
    kind,
    version: 1,
    defaults,
    bindable,
    role,
    size: { width: 100, height: 40 },
    props: z.catchall(z.object({}), z.unknown()),
  }) as unknown as ControlKind
const look = { text: '', backgroundColor: '', stroke: '', fontColor: 'var(--sg-text-1)' }
const KINDS: KindTable = new Map(
  [
    kindOf('text', { ...look, fontSize: 15 }, ['text'], 'text'),
    kindOf(
      'value',
      {
        value: null,
        label: '',
        unit: '',
        fontSize: 18,
        isBold: true,
        labelColor: 'var(--sg-text-2)',
        ...look,
        text: undefined,
      },
      ['value'],
    ),
    kindOf('rectangle', { fill: 'var(--sg-surface-2)', stroke: '' }, ['fill']),
    kindOf('button', { text: '', fontSize: 15, fontColor: '', backgroundColor: '' }, ['text'], 'button'),
    kindOf('state', { currStateIndex: null, shapeShow: true, states: [] }, ['currStateIndex']),
    kindOf('indicator', { value: null, lamps: [{ color: 'var(--sg-alarm-5)' }] }, ['value']),
    { ...kindOf('curve', { title: '', points: [] }, ['title'], 'none'), pointList: 'points' },
    kindOf('group', {}, [], 'none'),
  ].map((kind) => [kind.kind, kind]),
)
const TOKENS: Record<string, string> = {
  'surface-0': '#e9ebee',
  'surface-2': '#fbfbfc',
  'text-1': '#1c2127',
  'text-2': '#525c67',
  accent: '#0b5cb8',
  'alarm-1': '#50617a',
  'alarm-2': '#0b6a75',
  'alarm-3': '#765b00',
  'alarm-4': '#a84400',
  'alarm-5': '#b91427',
  'alarm-fill-5': '#f5342c',
}
const colour = (named: string) => TOKENS[/^var\(--sg-([a-z0-9-]+)\)$/.exec(named)?.[1] ?? ''] ?? named

const of =
  (kind: string, props: object, more: object = {}) =>
  (id: string, x = 100, y = 100) =>
    control(id, { kind, x, y, width: 120, height: 50, props: { ...props }, ...more })
const text = (props: object = {}, more: object = {}) => of('text', { text: 'Pump', ...props }, more)
const findings = (controls: readonly Control[], more: object = {}, variant: 'desktop' | 'mobile' = 'desktop') =>
  checkHmi(screen(controls, more), KINDS, { colour }, variant)
const rules = (...args: Parameters<typeof findings>) =>
  findings(...args).map(({ rule, control_ids }) => [rule, ...control_ids].join(' '))

test('a screen that follows the rules has no findings', () => {
  expect(
    findings([
      of('rectangle', {})('box', 50, 50),
      text()('name', 60, 40),
      of('value', {}, bound('value', 'flow'))('flow', 300, 100),
      of('button', { text: 'Start' })('start', 500, 100),
    ]),
  ).toEqual([])
})

describe('contrast', () => {
  test('contrast of a text is measured against the page, what lies behind it, and its own background', () => {
    expect(rules([text({ fontColor: '#aaaaaa' })('a')])).toEqual(['contrast a'])
    expect(rules([text({ fontColor: '#ffffff' })('a')])).toEqual(['contrast a'])
    const dark = of('rectangle', { fill: '#222222' })
    expect(rules([dark('box'), text({ fontColor: '#ffffff' })('a')])).toEqual([])
    expect(rules([dark('box'), text()('a')])).toEqual(['contrast a'])
    expect(rules([text()('a'), dark('box')])).toEqual([])
    expect(rules([text({ fontColor: '#ffffff', backgroundColor: '#333' })('a')])).toEqual([])
  })
  test('a large text needs less contrast', () => {
    expect(rules([text({ fontColor: '#767676' })('a')])).toEqual(['contrast a'])
    expect(rules([text({ fontColor: '#767676', fontSize: 24 })('a')])).toEqual([])
  })
  test('contrast on a half transparent box includes what is behind the box', () => {
    const veil = of('rectangle', { fill: 'rgb(0 0 0 / 40%)' })
    expect(rules([veil('v'), text({ fontColor: '#ffffff' })('a')])).toEqual(['contrast a'])
    expect(rules([veil('v'), veil('w'), text({ fontColor: '#ffffff' })('a')])).toEqual([])
  })
  test('each state is checked on its own background', () => {
    const states = [
      { text: 'OFF', fontColor: '#000000', backgroundColor: '#ffffff' },
      { text: 'ON', fontColor: '#eeeeee', backgroundColor: '#ffffff' },
    ]
    const state = of('state', { states }, bound('currStateIndex', 'mode'))
    const [finding] = findings([text()('name', 0, 40), state('s')])
    expect(finding).toMatchObject({ rule: 'contrast', level: 'error', control_ids: ['s'], values: { ratio: '1.2' } })
  })
  test('contrast on a picture or a bound colour is not checked', () => {
    const fill = of('rectangle', { fill: '#000000' }, bound('fill', 'flow > 1 ? "#fff" : "#000"'))
    expect(rules([fill('box'), text()('a')])).toEqual([])
    const background = { color: '#000000', picture: 'gallery/1' }
    expect(rules([text()('a')], { background })).toEqual([])
    expect(rules([text({ fontColor: '#ffffff' }, bound('fontColor', 'mode'))('a')])).toEqual([])
  })
})

describe('colour', () => {
  test('a screen with more than six hues is reported with the rarest ones', () => {
    const hues = ['#d02020', '#d0a020', '#60b020', '#20b0a0', '#2060d0', '#7020d0', '#d020a0']
    const boxes = hues.map((fill, i) => of('rectangle', { fill })(`b${i}`, 20 + i * 100, 20))
    expect(rules(boxes.slice(0, 6))).toEqual([])
    const twice = hues.slice(0, 6).map((fill, i) => of('rectangle', { fill })(`c${i}`, 20 + i * 100, 120))
    expect(rules([...boxes, ...twice])).toEqual(['many_colours b6'])
    expect(findings(boxes)[0]?.values).toEqual({ count: 7, most: 6 })
  })
  test('greys are not counted as hues', () => {
    const boxes = ['#111', '#333', '#555', '#777', '#999', '#bbb', '#ddd', '#f5f6f8'].map((fill, i) =>
      of('rectangle', { fill })(`b${i}`, 20 + i * 90, 20),
    )
    expect(rules(boxes)).toEqual([])
  })
  test('an alarm colour outside of alarms is reported', () => {
    expect(rules([of('rectangle', { fill: 'var(--sg-alarm-5)' })('a')])).toEqual(['alarm_colour a'])
    expect(rules([of('rectangle', { fill: '#B91427' })('a')])).toEqual(['alarm_colour a'])
    expect(rules([of('rectangle', { fill: '#F5342C' })('a')])).toEqual(['alarm_colour a'])
  })
  test('an alarm colour is allowed where a value selects it, or where the kind uses it by default', () => {
    const states = [
      { text: 'OK', fontColor: '#000000', backgroundColor: '#ffffff' },
      { text: 'FAULT', fontColor: '#ffffff', backgroundColor: 'var(--sg-alarm-5)' },
    ]
    expect(rules([text()('n', 0, 40), of('state', { states }, bound('currStateIndex', 'mode'))('s')])).toEqual([])
    expect(rules([text()('n', 0, 40), of('indicator', {}, bound('value', 'on'))('i')])).toEqual([])
    const ranges = { expression: 'flow', ranges: [{ from: 5, gives: 'var(--sg-alarm-4)' }] }
    expect(rules([of('rectangle', {}, bound('fill', ranges))('r')])).toEqual([])
  })
})

describe('texts', () => {
  test('text below 12 px is reported', () => {
    expect(rules([text({ fontSize: 11 })('a')])).toEqual(['small_text a'])
    expect(rules([text({ fontSize: 12 })('a')])).toEqual([])
    expect(rules([text({ text: '', fontSize: 9 })('a')])).toEqual([])
    expect(rules([of('button', { text: 'Go', fontSize: 10 })('b')])).toEqual(['small_text b'])
  })
  test('two overlapping texts are reported together', () => {
    expect(rules([text()('a', 100, 100), text()('b', 160, 120)])).toEqual(['overlap a b'])
    expect(rules([text()('a', 100, 100), text()('b', 220, 100)])).toEqual([])
    expect(rules([text()('a', 100, 100), text({}, bound('visible', 'on'))('b', 110, 100)])).toEqual([])
    expect(rules([text({}, { hidden: true })('a', 100, 100), text()('b', 110, 100)])).toEqual([])
  })
})

describe('flicker', () => {
  const flashing = (seconds: number) =>
    of('rectangle', {}, bound('flicker', { expression: 'on', ranges: [{ is: true, gives: seconds }] }))
  test('more than three flashes a second are reported', () => {
    expect(rules([flashing(0.2)('a')])).toEqual(['fast_flicker a'])
    expect(findings([flashing(0.2)('a')])[0]?.values).toEqual({ times: 5, most: 3 })
    expect(rules([flashing(0.5)('a')])).toEqual([])
  })
  test('one flashing control is accepted, two are reported', () => {
    const states = [{ text: '', flickerType: 1, flickerFrequency: 1 }]
    const state = of('state', { states }, bound('currStateIndex', 'mode'))
    expect(rules([text()('n', 300, 100), flashing(1)('a', 20, 20), state('s', 400, 100)])).toEqual([
      'many_flickers a s',
    ])
  })
})

describe('values', () => {
  const value = (props: object, expression?: string) => of('value', props, expression ? bound('value', expression) : {})
  test('a value control without a binding is reported', () => {
    expect(rules([value({})('a')])).toEqual(['unbound a'])
  })
  test('a curve without a point is reported, whatever its title', () => {
    const curve = (points: object[]) => of('curve', { title: 'Flow', points })
    expect(rules([curve([])('c')])).toEqual(['no_points c'])
    expect(rules([curve([{ point: '', label: '' }])('c')])).toEqual(['no_points c'])
    expect(rules([curve([{ point: 'flow', label: '' }])('c')])).toEqual([])
  })
  test('a calculated value needs its own label and unit, a bound point brings them', () => {
    expect(rules([value({}, 'a + b')('a')])).toEqual(['no_label a', 'no_unit a'])
    expect(rules([value({ label: 'Sum', unit: 'm' }, 'a + b')('a')])).toEqual([])
    expect(rules([value({}, '[pump1.flow]')('a')])).toEqual([])
  })
  test('states with custom texts count as labelled', () => {
    const state = (word: string) =>
      of('state', { states: [{ text: word, fontColor: '#000000' }] }, bound('currStateIndex', 'mode'))
    expect(rules([state('Pump 1 runs')('s')])).toEqual([])
    expect(rules([state('')('s')])).toEqual(['no_label s'])
  })
  test('a text beside a value counts as its label', () => {
    expect(rules([text()('t', 20, 100), value({ unit: 'm' }, 'a + b')('a', 160, 100)])).toEqual([])
    expect(rules([text()('t', 20, 500), value({ unit: 'm' }, 'a + b')('a', 160, 100)])).toEqual(['no_label a'])
  })
})

describe('places', () => {
  test('controls outside of the page and controls cut by its edge are reported', () => {
    expect(rules([text()('a', 900, 100), text()('b', 750, 100)])).toEqual(['off_page a', 'over_edge b'])
    expect(rules([text()('a', 680, 550)])).toEqual([])
    expect(rules([text({}, bound('x', 'level'))('a', -50, 100)])).toEqual([])
  })
  test('controls on touch screens need 44 px', () => {
    const click = { events: [{ on: 'click', actions: [{ does: 'back' }] }] }
    const controls = [
      control('a', { kind: 'button', x: 10, y: 10, width: 100, height: 32, props: { text: 'Go' } }),
      control('b', { kind: 'rectangle', x: 10, y: 100, width: 30, height: 80, ...click } as object),
      control('c', { kind: 'rectangle', x: 10, y: 300, width: 10, height: 10 }),
      control('d', { kind: 'button', x: 10, y: 400, width: 100, height: 44, props: { text: 'Go' } }),
    ]
    expect(rules(controls, {}, 'mobile')).toEqual(['small_target a', 'small_target b'])
    expect(rules(controls)).toEqual([])
  })
})

test('a finding in a symbol is reported once, at its use', () => {
  const small = [text({ fontSize: 8 })('a', 0, 0), text({ fontSize: 8 })('b', 0, 60)]
  const symbols = { pump: { name: 'Pump', width: 200, height: 200, controls: small } }
  const use = control('use', { kind: 'group', x: 0, y: 0, width: 200, height: 200, props: { symbol: 'pump' } })
  expect(rules([use], { symbols })).toEqual(['small_text use'])
})

test('a change of value that writes or acknowledges is an error at its control, also of groups, of what is hidden and in symbols', () => {
  const events = (on: string, action: object) => ({ events: [{ on, actions: [action] }] })
  const write = { does: 'write', point: 'flow', value: '1' }
  const acting = text({}, events('change', { does: 'acknowledge' }))('inner', 0, 0)
  const symbols = { pump: { name: 'Pump', width: 200, height: 200, controls: [acting] } }
  const box = { x: 0, y: 0, width: 200, height: 200 }
  const found = findings(
    [
      control('use', { kind: 'group', ...box, props: { symbol: 'pump' } }),
      of('group', {}, events('change', write))('group'),
      text({}, { ...events('change', write), hidden: true })('hidden', 300, 300),
      text({}, events('click', write))('pressed', 500, 300),
      text({}, events('change', { does: 'back' }))('page', 500, 400),
    ],
    { symbols },
  )
  expect(found.map(({ rule, level, control_ids }) => [rule, level, ...control_ids])).toEqual([
    ['needs_press', 'error', 'use'],
    ['needs_press', 'error', 'group'],
    ['needs_press', 'error', 'hidden'],
  ])
  expect(findingText(found[0] as never, 'en').advice).toMatch(/^Use a click/)
})

test('findings are listed with the worst first, in both languages, with what to do', () => {
  const found = findings([text({ fontSize: 10, fontColor: '#e0e0e0' })('a'), text()('b', 2000, 10)])
  expect(found.map(({ level }) => level)).toEqual(['error', 'error', 'warning'])
  expect(found.map((one) => findingText(one, 'en'))).toEqual([
    { says: 'It is outside of the page, where nobody sees it', advice: 'Move it onto the page, or delete it' },
    {
      says: 'Text and background contrast only 1.1:1',
      advice: 'Choose a darker or lighter text colour: 4.5:1 is needed',
    },
    { says: 'Text of 10 px is smaller than 12 px', advice: 'Make it 12 px or larger' },
  ])
  expect(findingText(found[2] as never, 'zh')).toEqual({
    says: '文字只有 10 px，小于 12 px',
    advice: '把字号调到 12 px 以上',
  })
})

test('a screen of 5,000 controls is checked completely', () => {
  const many = Array.from({ length: 5000 }, (_, i) => text()(`t${i}`, (i % 50) * 15, Math.floor(i / 50) * 5))
  expect(findings(many).length).toBeGreaterThan(0)
})

describe('colours of CSS', () => {
  test.each([
    ['#fff', [1, 1, 1, 1]],
    ['#ff000080', [1, 0, 0, 128 / 255]],
    ['rgb(0 255 0 / 50%)', [0, 1, 0, 0.5]],
    ['rgba(255, 0, 0, 0.25)', [1, 0, 0, 0.25]],
    ['White', [1, 1, 1, 1]],
  ])('the CSS colour %s is parsed', (css, [red, green, blue, alpha]) => {
    expect(readColour(css)).toEqual({ red, green, blue, alpha })
  })
  test('a colour that cannot be parsed is not checked', () => {
    for (const css of ['', 'oklch(0.5 0.1 20)', 'url(x)', 'rgb(a b c)', '#12', 'constructor'])
      expect(readColour(css)).toBe(null)
  })
  test('contrast and hue match the published formulas', () => {
    const [white, black] = [readColour('#fff'), readColour('#000')] as [Rgb, Rgb]
    expect(contrast(white, black)).toBeCloseTo(21)
    expect(hueOf(readColour('#00ff00') as Rgb)).toBe(120)
    expect(hueOf(readColour('#1c2127') as Rgb)).toBe(null)
  })
})
