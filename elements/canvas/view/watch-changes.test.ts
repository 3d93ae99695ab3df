import { expect, test } from 'vitest'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { control } from '../../../core/canvas/runtime/test-screen.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { watchChanges } from './watch-changes.ts'

type Seen = Parameters<Parameters<typeof watchChanges>[0]['watch']>[1]
const READ = { value: 1, quality: 'good' } as const

/** What a screen does by itself, in words, when values come one after the other. */
function done(one: Control, values: readonly unknown[], kind: PointSource['kind'] = 'live') {
  const seen: Seen[] = []
  const watch = (_expression: string, changed: Seen) => {
    seen.push(changed)
    return () => {}
  }
  const fired: string[] = []
  watchChanges({ watch }, new Map([[one.control_id, one]]), kind, (_control, { actions }) =>
    fired.push(actions.map(({ does }) => does).join(' ')),
  )
  for (const value of values) for (const changed of seen) changed({ ...READ, value } as Parameters<Seen>[0])
  return fired
}
const ALL = [
  { does: 'write', point: 'WW2.flow', value: '1', confirm: false },
  { does: 'acknowledge', point: 'WW1.*' },
  { does: 'show', control_id: 'b' },
  { does: 'pop_up', screen_id: 3 },
  { does: 'back' },
] as const
const onChange = (actions: readonly object[]) =>
  control('a', { events: [{ on: 'change', when: 'flow > 1', actions: [...actions] as never }] })

test('a change of value writes nothing and acknowledges nothing, and does the rest on the page', () => {
  expect(done(onChange(ALL), [false, true, false, true])).toEqual(['show pop_up back', 'show pop_up back'])
  expect(done(onChange(ALL.slice(0, 2)), [false, true])).toEqual([])
})

test('a change in a replay shows and hides, and does nothing else by itself', () => {
  expect(done(onChange(ALL), [false, true], 'replay')).toEqual(['show'])
})

test('the first value that comes sets off nothing', () => {
  expect(done(onChange(ALL), [true, true])).toEqual([])
})
