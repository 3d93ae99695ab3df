import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bound, control, device, KINDS, open, point, screen, WW1 } from './runtime/test-screen.ts'
import { createRuntime } from './runtime.ts'
import { createTypedSource } from './typed-source.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 8, 0, 0) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('values', () => {
  test('a bound property is missing until its first value, then follows its point', () => {
    const { source, stateOf } = open([control('a', bound('value', 'flow'))])
    expect(stateOf('a')).toMatchObject({ quality: 'waiting', props: { value: null } })
    source.set('WW1', 'flow', 12.5)
    expect(stateOf('a')).toMatchObject({ quality: 'good', props: { value: 12.5 }, data_time: Date.now() })
  })

  test('a point that the device does not have is missing, and a point of a fixed device is read from that device', () => {
    const { source, stateOf } = open([
      control('a', bound('value', 'nowhere')),
      control('b', bound('value', 'WW2.flow')),
      control('c', bound('value', 'WW9.flow')),
      control('d'),
    ])
    source.set('WW2', 'flow', 3)
    expect(stateOf('a').quality).toBe('missing')
    expect(stateOf('b')).toMatchObject({ quality: 'good', props: { value: 3 } })
    expect(stateOf('c').quality).toBe('missing')
    expect(stateOf('d')).toMatchObject({ quality: null, data_time: null })
  })

  test('a state has the worst quality of all bindings and the time of the oldest value', () => {
    const { source, stateOf } = open([
      control('a', { bindings: { value: { expression: 'flow' }, color: { expression: 'level > 3 ? "red" : ""' } } }),
    ])
    source.set('WW1', 'flow', 1, { data_time: 5000 })
    source.set('WW1', 'level', 5, { data_time: 4000, quality: 'stale' })
    expect(stateOf('a')).toMatchObject({ quality: 'stale', data_time: 4000, props: { value: 1, color: 'red' } })
  })

  test('listeners get all changes of a message at once, and only controls that look different', () => {
    const { source, heard } = open([
      control('a', bound('value', 'flow')),
      control('b', bound('value', 'flow + level')),
      control('c', bound('value', 'level > 5')),
      control('d', bound('value', 'on')),
    ])
    source.setAll('WW1', { flow: 1, level: 2 })
    expect(heard).toEqual([['a', 'b', 'c']])
    source.setAll('WW1', { flow: 1, level: 3 })
    expect(heard.slice(1)).toEqual([['b']])
    source.set('WW1', 'pump1.flow', 9)
    expect(heard).toHaveLength(2)
  })

  test('a new value evaluates only the controls that use its point, among 5,000', () => {
    const points = Array.from({ length: 5000 }, (_, i) => point(`p${i}`))
    const source = createTypedSource({ devices: [device('WW1', ...points)] })
    const read: string[] = []
    const counted = {
      ...source,
      read: (sn_code: string, key: string) => {
        read.push(key)
        return source.read(sn_code, key)
      },
    }
    const controls = points.map(({ key }) => control(key, bound('value', `${key} * 2`)))
    const runtime = createRuntime({
      document: screen(controls),
      kinds: KINDS,
      source: counted,
      sn_code: 'WW1',
      timezone: 'UTC',
    })
    runtime.listen(() => {})
    const before = new Map(runtime.states())
    read.length = 0
    source.setAll('WW1', { p7: 1, p4000: 2 })
    expect(read).toEqual(['p7', 'p4000'])
    const changed = [...runtime.states()].filter(([id, state]) => state !== before.get(id))
    expect(changed.map(([id, { props }]) => [id, props.value])).toEqual([
      ['p7', 2],
      ['p4000', 4],
    ])
  })

  test('a state stays the same object while only the time of its value changes', () => {
    const { source, stateOf, heard } = open([control('a', bound('value', 'flow'))])
    source.set('WW1', 'flow', 1)
    const before = stateOf('a')
    vi.setSystemTime(Date.now() + 5000)
    source.set('WW1', 'flow', 1)
    expect(stateOf('a')).toBe(before)
    expect(before.data_time).toBe(Date.now())
    expect(heard).toHaveLength(1)
    source.set('WW1', 'flow', 2)
    expect(stateOf('a')).not.toBe(before)
    expect(before.props.value).toBe(1)
  })

  test('empty properties take the unit, label and decimals of the bound point', () => {
    const { stateOf } = open(
      [
        control('a', bound('value', 'flow')),
        control('b', { ...bound('value', 'flow'), props: { unit: 'L/s', label: 'Inflow', decimals: 0 } }),
        control('c', bound('value', 'flow * 2')),
        control('d', bound('value', 'mode')),
      ],
      {},
      { lang: 'en' },
    )
    expect(stateOf('a').props).toMatchObject({ unit: 'm³/h', label: 'Name of flow', decimals: 1 })
    expect(stateOf('b').props).toMatchObject({ unit: 'L/s', label: 'Inflow', decimals: 0 })
    expect(stateOf('c').props).toMatchObject({ unit: '', label: '', decimals: null })
    expect(stateOf('d').props).toMatchObject({ format: 'words', words: [{ text: 'Manual' }, { text: 'Auto' }] })
  })

  test('attributes of a point that arrive later, or in another language, are applied', () => {
    const { source, runtime, stateOf } = open([control('a', bound('value', 'WW3.flow'))])
    source.set('WW3', 'flow', 1)
    expect(stateOf('a').props.unit).toBe('')
    source.setDevice(device('WW3', point('flow', { unit: 'kPa' })))
    expect(stateOf('a').props).toMatchObject({ unit: 'kPa', label: 'flow 名称' })
    runtime.setLang('en')
    expect(stateOf('a').props.label).toBe('Name of flow')
  })
})

describe('alarms', () => {
  test('a control shows the alarm of its own points, of a named point, of a device, or none', () => {
    const { source, stateOf, heard, runtime } = open([
      control('none', { ...bound('value', 'flow'), alarm_of: null }),
      control('own', bound('value', 'flow')),
      control('named', { alarm_of: 'flow' }),
      control('whole', { alarm_of: 'WW1.*' }),
      control('opened', { alarm_of: '*' }),
      control('other', { alarm_of: 'WW2.*' }),
    ])
    source.set('WW1', 'flow', 1, { alarm_level: 4 })
    const levels = () => ['none', 'own', 'named', 'whole', 'opened', 'other'].map((id) => stateOf(id).alarm_level)
    expect(levels()).toEqual([0, 4, 4, 4, 4, 0])
    expect([...(heard.at(-1) ?? [])].sort()).toEqual(['named', 'none', 'opened', 'own', 'whole'])
    source.set('WW1', 'flow', 1, { alarm_level: 0 })
    expect(levels()).toEqual([0, 0, 0, 0, 0, 0])
    const pointsOf = (id: string) => runtime.alarmPoints(id).map(({ sn_code, key }) => `${sn_code}.${key}`)
    expect(['none', 'own', 'named', 'whole', 'opened', 'other', 'nobody'].map(pointsOf)).toEqual([
      [],
      ['WW1.flow'],
      ['WW1.flow'],
      ['WW1.*'],
      ['WW1.*'],
      ['WW2.*'],
      [],
    ])
  })

  test('a pipe, which shares its points with many controls, shows an alarm only where its author names the point', () => {
    const { source, stateOf } = open([
      control('pipe', { ...bound('value', 'flow'), kind: 'way' }),
      control('named', { ...bound('value', 'flow'), kind: 'way', alarm_of: 'flow' }),
    ])
    source.set('WW1', 'flow', 1, { alarm_level: 4 })
    expect(['pipe', 'named'].map((id) => stateOf(id).alarm_level)).toEqual([0, 4])
  })
})

describe('time', () => {
  test('ages and clocks are evaluated each second, and only while somebody listens', () => {
    const { source, stateOf, stop, heard } = open([
      control('a', bound('value', 'floor(age(flow))')),
      control('b', bound('value', 'second()')),
      control('c', bound('value', 'flow')),
    ])
    source.set('WW1', 'flow', 1)
    heard.length = 0
    vi.advanceTimersByTime(3000)
    expect(stateOf('a').props.value).toBe(3)
    expect(stateOf('b').props.value).toBe(3)
    expect(heard).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('no timer runs without a binding over time', () => {
    open([control('a', bound('value', 'flow'))])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an average changes with time while its point stays the same', () => {
    const { source, stateOf } = open([control('a', bound('value', 'avg(level, 10)'))])
    source.set('WW1', 'level', 0)
    vi.advanceTimersByTime(10_000)
    source.set('WW1', 'level', 100)
    vi.advanceTimersByTime(5000)
    expect(stateOf('a').props.value).toBe(50)
    vi.advanceTimersByTime(5000)
    expect(stateOf('a').props.value).toBe(100)
  })

  test('values of a source without history are kept by the runtime', () => {
    const { history: _, ...source } = createTypedSource({ devices: [WW1], now: () => Date.now() })
    const runtime = createRuntime({
      document: screen([control('a', bound('value', 'max(level, 60)'))]),
      kinds: KINDS,
      source,
      sn_code: 'WW1',
      timezone: 'UTC',
    })
    runtime.listen(() => {})
    source.set('WW1', 'level', 9)
    vi.advanceTimersByTime(1000)
    source.set('WW1', 'level', 3)
    expect(runtime.state('a')?.props.value).toBe(9)
    vi.advanceTimersByTime(62_000)
    expect(runtime.state('a')?.props.value).toBe(3)
    runtime.dispose()
  })
})

describe('while it runs', () => {
  test('a source is listened to only while somebody listens to the screen', () => {
    const source = createTypedSource({ devices: [WW1] })
    const listened: string[] = []
    const counted = {
      ...source,
      listen: (sn_code: string, onChange: (keys: readonly string[]) => void) => {
        listened.push(sn_code)
        const stop = source.listen(sn_code, onChange)
        return () => {
          listened.splice(listened.indexOf(sn_code), 1)
          stop()
        }
      },
    }
    const controls = [control('a', bound('value', 'flow')), control('b', { alarm_of: 'WW2.*' })]
    const options = { document: screen(controls), kinds: KINDS, source: counted, sn_code: 'WW1', timezone: 'UTC' }
    const runtime = createRuntime(options)
    expect(listened).toEqual([])
    const stops = [runtime.listen(() => {}), runtime.listen(() => {})]
    expect(listened).toEqual(['WW1', 'WW2'])
    runtime.setDocument(screen(controls.slice(0, 1)))
    expect(listened).toEqual(['WW1'])
    for (const stop of stops) stop()
    expect(listened).toEqual([])
  })

  test('a replaced document keeps the states of the controls that both have, and shows the rest', () => {
    const a = control('a', bound('value', 'flow'))
    const { source, runtime, stateOf, heard } = open([a, control('b')])
    source.set('WW1', 'flow', 1)
    const before = stateOf('a')
    runtime.setDocument(screen([a, control('c', bound('value', 'level'))]))
    expect(stateOf('a')).toBe(before)
    expect([...runtime.states().keys()]).toEqual(['a', 'c'])
    source.setAll('WW1', { flow: 2, level: 3 })
    expect(heard.at(-1)).toEqual(['a', 'c'])
  })

  test('a screen switches to another device without being created again', () => {
    const document = [control('a', bound('value', 'flow'))]
    const { source, runtime, stateOf } = open(document)
    const seen: unknown[] = []
    runtime.watch('flow', ({ value }) => seen.push(value))
    source.set('WW1', 'flow', 1)
    source.set('WW2', 'flow', 2)
    runtime.setDocument(screen(document), 'WW2')
    expect(stateOf('a').props.value).toBe(2)
    source.set('WW1', 'flow', 7)
    source.set('WW2', 'flow', 3)
    expect(seen).toEqual([null, 1, 2, 3])
  })

  test('actions evaluate once, and events watch a condition', () => {
    const { source, runtime } = open([])
    source.setAll('WW1', { flow: 4, level: 1 })
    expect(runtime.evaluate('flow * 2').evaluated).toMatchObject({ value: 8, quality: 'good' })
    expect(runtime.evaluate('nowhere').evaluated).toMatchObject({ value: null, quality: 'missing' })
    expect(runtime.evaluate('flow *')).toMatchObject({ ok: false, evaluated: null })
    const results: unknown[] = []
    const stop = runtime.watch('level > 3', ({ value }) => results.push(value))
    source.set('WW1', 'level', 2)
    source.set('WW1', 'level', 5)
    stop()
    source.set('WW1', 'level', 1)
    expect(results).toEqual([false, true])
  })

  test('a control of an unknown kind keeps its properties and is placed', () => {
    const { source, stateOf } = open([
      control('a', {
        kind: 'later',
        props: { shape: 'x' },
        bindings: { x: { expression: 'flow' }, shape: { expression: 'on' } },
      }),
    ])
    source.set('WW1', 'flow', 77)
    expect(stateOf('a')).toMatchObject({ x: 77, props: { shape: 'x' } })
  })
})
