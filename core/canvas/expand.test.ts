import { expect, test } from 'vitest'
import { expandDocument } from './expand.ts'
import { type ControlInput, control, documentOf } from './test-editor.ts'

const pump = {
  name: 'Pump',
  width: 100,
  height: 100,
  controls: [
    control({ control_id: 'body', width: 100, height: 100 }),
    control({
      control_id: 'lamp',
      x: 50,
      y: 0,
      width: 50,
      height: 50,
      bindings: { fill: { expression: '$run and not fault' } },
      events: [
        {
          on: 'click',
          actions: [
            { does: 'write', point: '$run', value: 'not $run', confirm: true },
            { does: 'hide', control_id: 'body' },
            { does: 'show', control_id: 'outside' },
          ],
        },
      ],
      alarm_of: '$run',
    }),
  ],
}
const use = (overrides: ControlInput): ControlInput => ({
  kind: 'group',
  x: 200,
  y: 100,
  width: 200,
  height: 100,
  ...overrides,
  props: { symbol: 'pump', ...overrides.props },
})
const expanded = (controls: readonly ControlInput[], symbols = { pump }) =>
  expandDocument(documentOf(controls, { symbols }))

test('members of a symbol are placed in its use, scaled to its box', () => {
  const controls = expanded([{ control_id: 'x' }, use({ control_id: 'u' }), { control_id: 'y' }])
  expect(controls.map(({ control_id }) => control_id)).toEqual(['x', 'u', 'u/body', 'u/lamp', 'y'])
  expect(controls[3]).toMatchObject({ x: 300, y: 100, width: 100, height: 50, parent: 'u' })
})

test('a turned or flipped symbol use turns and flips its members', () => {
  const [, , turned] = expanded([use({ control_id: 'u', angle: 90 })])
  expect(turned).toMatchObject({ x: 275, y: 175, width: 100, height: 50, angle: 90 })
  const [, , flipped] = expanded([use({ control_id: 'u', flip_x: true })])
  expect(flipped).toMatchObject({ x: 200, flip_x: true })
})

test('each symbol use has its own points', () => {
  const controls = expanded([
    use({ control_id: 'u', props: { points: { run: 'WW1.run' } } }),
    use({ control_id: 'v', props: { points: { run: 'pump2_run' } } }),
    use({ control_id: 'w' }),
  ])
  const lamp = (id: string) => controls.find(({ control_id }) => control_id === `${id}/lamp`)
  expect(lamp('u')?.bindings.fill?.expression).toBe('WW1.run and not fault')
  expect(lamp('v')?.bindings.fill?.expression).toBe('pump2_run and not fault')
  expect(lamp('w')?.bindings.fill?.expression).toBe('$run and not fault')
  expect(lamp('u')).toMatchObject({ alarm_of: 'WW1.run' })
  expect(lamp('u')?.events[0]?.actions).toEqual([
    { does: 'write', point: 'WW1.run', value: 'not WW1.run', confirm: true },
    { does: 'hide', control_id: 'u/body' },
    { does: 'show', control_id: 'outside' },
  ])
})

test('nested symbols receive parameters from the outer ones; a symbol that contains itself ends', () => {
  const inner = use({ control_id: 'p', x: 0, y: 0, width: 50, height: 50, props: { points: { run: '$motor' } } })
  const station = { name: 'Station', width: 100, height: 100, controls: [control(inner)] }
  const controls = expanded([use({ control_id: 'u', props: { symbol: 'station', points: { motor: 'm1' } } })], {
    pump,
    station,
  } as never)
  expect(controls.map(({ control_id }) => control_id)).toEqual(['u', 'u/p', 'u/p/body', 'u/p/lamp'])
  expect(controls[3]?.bindings.fill?.expression).toBe('m1 and not fault')
  expect(controls[3]).toMatchObject({ x: 250, y: 100, width: 50, height: 25 })
  const circle = { ...station, controls: [control(use({ control_id: 'p', props: { symbol: 'station' } }))] }
  expect(expanded([use({ control_id: 'u', props: { symbol: 'station' } })], { station: circle } as never).length).toBe(
    2,
  )
})

test('controls that do not change stay the same objects', () => {
  const document = documentOf([use({ control_id: 'u' }), { control_id: 'x' }], { symbols: { pump } })
  const changed = { ...document, controls: document.controls.with(1, control({ control_id: 'x', x: 5 })) }
  expect(expandDocument(changed)[1]).toBe(expandDocument(document)[1])
  const plain = documentOf([{ control_id: 'x' }])
  expect(expandDocument(plain)).toBe(plain.controls)
})
