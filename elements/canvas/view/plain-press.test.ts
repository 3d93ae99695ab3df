import { expect, test } from 'vitest'
import type { ControlState } from '../../../core/canvas/control-state.ts'
import { control } from '../../../core/canvas/runtime/test-screen.ts'
import { createSight, isOfGallery } from './plain-press.ts'

const IN_SIGHT = { visible: true, opacity: 1, x: 0, y: 0, width: 100, height: 40 } as ControlState
const presses = (control_id: string) => control(control_id, { events: [{ on: 'click', actions: [] }] })

/** Whether a press of `a` is plain after these changes, `ms` after the last of them. */
function isPlain(first: Partial<ControlState>, changes: readonly Partial<ControlState>[] = [], ms = 0) {
  let now = 1000
  const sight = createSight({
    byId: new Map([['a', presses('a')]]),
    states: new Map([['a', { ...IN_SIGHT, ...first }]]),
    now: () => now,
    isPainted: () => true,
    paintedBox: (_control_id, state) => state,
    isOnTop: () => true,
    ledTime: () => null,
  })
  for (const change of changes) sight.changed(new Map([['a', { ...IN_SIGHT, ...change }]]))
  now += ms
  return sight.isPlain('a')
}

test('a press of what is hidden, faint or smaller than 4 px is not plain', () => {
  expect(isPlain({})).toBe(true)
  for (const unseen of [{ visible: false }, { opacity: 0.19 }, { width: 3 }, { height: 3 }])
    expect(isPlain(unseen)).toBe(false)
})

test('what came up, moved or grew is plain half a second later', () => {
  for (const first of [{ visible: false }, { opacity: 0 }, { x: 500 }, { width: 4 }]) {
    expect(isPlain(first, [{}], 499)).toBe(false)
    expect(isPlain(first, [{}], 500)).toBe(true)
  }
  expect(isPlain({}, [{ quality: 'good' }])).toBe(true)
})

test('what is painted without being seen, and a screen that nobody led to, are not plain', () => {
  const parts = { byId: new Map([['a', presses('a')]]), states: new Map([['a', IN_SIGHT]]), now: () => 1000 }
  const plain = (isPainted: boolean, led: number | null) =>
    createSight({
      ...parts,
      isPainted: () => isPainted,
      paintedBox: (_control_id, state) => state,
      isOnTop: () => true,
      ledTime: () => led,
    }).isPlain('a')
  expect([plain(true, null), plain(false, null), plain(true, 501), plain(true, 500)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('what lies under something else where it is pressed, or lay under it less than half a second ago, is not plain', () => {
  let now = 1000
  const controls = ['under', 'a', 'over'].map((control_id) => presses(control_id))
  const tops = new Set(['a at 5'])
  const sight = createSight({
    byId: new Map(controls.map((one) => [one.control_id, one])),
    states: new Map(controls.map(({ control_id }) => [control_id, IN_SIGHT])),
    now: () => now,
    isPainted: () => true,
    paintedBox: (_control_id, state) => state,
    isOnTop: (control_id, at) => tops.has(`${control_id} at ${at?.x}`),
    ledTime: () => null,
  })
  const isPlainAt = (x: number) => sight.isPlain('a', { x, y: 0 })
  expect([isPlainAt(5), isPlainAt(6)]).toEqual([true, false])
  sight.changed(new Map([['under', { ...IN_SIGHT, visible: false }]]))
  expect(isPlainAt(5)).toBe(true)
  sight.changed(new Map([['over', { ...IN_SIGHT, x: 300 }]]))
  expect(isPlainAt(5)).toBe(false)
  now += 500
  expect(isPlainAt(5)).toBe(true)
})

test('what stands in a group of the gallery is known at any depth, and not taken for a group of the screen', () => {
  const uses = { own: 'valves', 'own/7': 'gallery/7', brought: 'gallery/8', 'brought/own': 'valves' }
  const byId = new Map(Object.entries(uses).map(([control_id, symbol]) => [control_id, { props: { symbol } }]))
  const brought = ['own/7/go', 'brought/go', 'brought/own/go']
  expect(brought.map((control_id) => isOfGallery(control_id, byId))).toEqual([true, true, true])
  expect(['go', 'own/go', 'brought'].map((control_id) => isOfGallery(control_id, byId))).toEqual([false, false, false])
})
