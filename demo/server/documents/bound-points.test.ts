import { expect, test } from 'vitest'
import { control, documentOf } from '../../../tests/server/screens.ts'
import { boundPoints, openedFor, TooManyControls } from './bound-points.ts'
import { guardsIn } from './guards.ts'
import { videoNamesIn } from './video-names.ts'

const bound = (document: unknown, sn_code: string | null = 'WW0001') =>
  [...openedFor(boundPoints(document), sn_code)].map(([sn, keys]) => `${sn}: ${[...keys].join(' ')}`)
const binding = (expression: string) => ({ value: { expression } })

test('a screen reads the points that its controls are bound to, of its own device and of others', () => {
  const controls = [
    control('a', { bindings: binding('flow * 2 + [pump1.speed]') }),
    control('b', { bindings: { ...binding('CR0001.pressure > 5'), visible: { expression: 'flow' } } }),
    control('c', { bindings: binding('cr0001.temperature') }),
  ]
  expect(bound(documentOf(controls))).toEqual(['ww0001: flow pump1.speed', 'cr0001: pressure temperature'])
  expect(bound(documentOf(controls), null)).toEqual(['cr0001: pressure temperature'])
})

test('conditions of events are read, and the points that they write are not', () => {
  const events = [
    { on: 'change', when: 'level > 3', actions: [{ does: 'write', point: 'secret', value: 'other + 1' }] },
  ]
  expect(bound(documentOf([control('a', { events })]))).toEqual(['ww0001: level'])
})

test('points named in properties are read, at any depth', () => {
  const props = {
    series: [{ point: 'a/b' }, { expression: 'flow' }],
    points: ['x', 'CR0001.y'],
    text: 'z',
    name: 'flow2',
  }
  expect(bound(documentOf([control('a', { kind: 'history-curve', props })]))).toEqual([
    'ww0001: a/b flow x',
    'cr0001: y',
  ])
})

test('the points of key figures, pies and columns are read; a list of devices, tabs and texts name none', () => {
  const of = (control_id: string, kind: string, props: object) => control(control_id, { kind, props })
  const row = (point: string) => ({ point, label: 'power', colour: '' })
  const controls = [
    of('a', 'key-figures', { points: [{ ...row('flow'), better: 'lower' }], span: 'day' }),
    of('b', 'pie', { points: [row('CR0001.load')] }),
    of('c', 'column-chart', { points: [row('level')], by: 'hour' }),
    of('d', 'device-list', { columns: [{ key: 'secret', label: 'other' }] }),
    of('e', 'tabs', { tabs: [{ label: 'speed', control_id: 'a' }] }),
    of('f', 'markdown', { text: 'pressure' }),
    of('g', 'screen', { sn_code: 'CR0002', screen_id: 4 }),
  ]
  expect(bound(documentOf(controls))).toEqual(['ww0001: flow level', 'cr0001: load'])
})

test('symbols in use are read with their parameters, and unused ones are not', () => {
  const symbols = {
    pump: { name: 'p', width: 1, height: 1, controls: [control('v', { bindings: binding('$device.flow + $limit') })] },
    'gallery/7': {
      width: 1,
      height: 1,
      controls: [control('g', { kind: 'group', props: { symbol: 'inner', points: { p: '$key' } } })],
    },
    inner: { width: 1, height: 1, controls: [control('i', { bindings: binding('$p * 2') })] },
    unused: { width: 1, height: 1, controls: [control('u', { bindings: binding('secret') })] },
    ring: { width: 1, height: 1, controls: [control('r', { kind: 'group', props: { symbol: 'ring' } })] },
  }
  const use = (symbol: string, points: object = {}) =>
    control(symbol.replace('/', ''), { kind: 'group', props: { symbol, points } })
  const controls = [
    use('pump', { device: 'CR0001', limit: 5 }),
    use('gallery/7', { key: 'level' }),
    use('ring'),
    use('toString'),
  ]
  expect(bound(documentOf(controls, { symbols })).sort()).toEqual(['cr0001: flow', 'ww0001: level'])
})

test('a broken document or expression binds no point', () => {
  for (const document of [
    null,
    5,
    'x',
    [],
    {},
    { controls: 'x' },
    { controls: [null, 5, { bindings: 'x', events: 5, props: [] }] },
  ])
    expect(bound(document)).toEqual([])
  expect(
    bound(documentOf([control('a', { bindings: { ...binding('1 +'), text: null, y: { expression: 5 } } })])),
  ).toEqual([])
})

/** One symbol of so many controls, used so many times within another, each time with another point. */
const nested = (controls: number, uses: number, expression = '$p') =>
  documentOf([control('use', { kind: 'group', props: { symbol: 'all' } })], {
    symbols: {
      one: {
        controls: Array.from({ length: controls }, (_, n) => control(`c${n}`, { bindings: binding(expression) })),
      },
      all: {
        controls: Array.from({ length: uses }, (_, n) =>
          control(`u${n}`, { kind: 'group', props: { symbol: 'one', points: { p: `point${n}` } } }),
        ),
      },
    },
  })

test('nested symbols are read as deep as a page draws them', () => {
  expect(bound(nested(100, 150))[0]?.split(' ')).toHaveLength(151)
})

test('a document whose symbols expand to too many controls is refused', () => {
  expect(() => boundPoints(nested(1000, 2000))).toThrow(TooManyControls)
  expect(() => guardsIn(nested(1000, 2000))).toThrow(TooManyControls)
  expect(videoNamesIn(nested(1000, 2000))).toEqual(new Set())
})

test('a document whose symbols expand to too long texts is refused', () => {
  expect(() => boundPoints(nested(10, 100, `$p + ${'1'.repeat(100_000)}`))).toThrow(TooManyControls)
})

test('a document whose symbols expand to more expressions than a thread reads in seconds is refused before they are read', () => {
  const { controls, symbols } = nested(40, 199, `$p + ${'a + '.repeat(990)}a`)
  const one = symbols as { one: { controls: { bindings: object }[] } }
  let read = 0
  const counted = <T>(bindings: T): T => {
    read += 1
    return bindings
  }
  for (const control of one.one.controls) {
    const { bindings } = control
    Object.defineProperty(control, 'bindings', { get: () => counted(bindings), enumerable: true })
  }
  expect(() => boundPoints({ controls, symbols })).toThrow(TooManyControls)
  expect(read).toBeLessThan(1200)
})

test('a document whose symbols pass on too long parameters is refused', () => {
  const use = (n: number) =>
    control(`u${n}`, { kind: 'group', props: { symbol: 'one', points: { p: `${n}${'a'.repeat(4000)}` } } })
  const symbols = { one: { controls: [control('c')] } }
  expect(() =>
    boundPoints(
      documentOf(
        Array.from({ length: 1200 }, (_, n) => use(n)),
        { symbols },
      ),
    ),
  ).toThrow(TooManyControls)
})

test('permission items of more points than a screen may have are refused', () => {
  const many = Array.from({ length: 25_000 }, (_, n) => ({ does: 'write', point: `point${n}` }))
  const events = [{ on: 'press', item_id: 1, actions: many }]
  expect(() => guardsIn(documentOf([control('a', { events })]))).toThrow(TooManyControls)
  expect(
    guardsIn(documentOf([control('a', { events: [{ item_id: 1, actions: [...many.slice(0, 2), many[0]] }] })])),
  ).toEqual([0, 1].map((n) => ({ point: { sn_code: '', key: `point${n}` }, item_id: 1 })))
})

test('a document that reads more points than a link can show is refused', () => {
  const many = Array.from({ length: 25_000 }, (_, n) => `point${n}`)
  expect(() => boundPoints(documentOf([control('a', { props: { points: many } })]))).toThrow(TooManyControls)
})
