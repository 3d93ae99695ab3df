import { expect, test } from 'vitest'
import type { Control } from '../contract/documents/screen.ts'
import { copiesOf } from './copies.ts'

const control = (control_id: string, props: Control['props']): Control =>
  ({ control_id, kind: 'tabs', parent: null, x: 0, y: 0, events: [], bindings: {}, props }) as unknown as Control

test('rows of copied tabs show the copies of what was copied with them, and otherwise what they showed', () => {
  const tabs = control('t', {
    label: 'x',
    tabs: [{ label: 'A', control_id: 'a' }, { label: 'B', control_id: 'b' }, 'odd'],
  })
  const [copy] = copiesOf([tabs, control('a', {})], ({ control_id }) => `${control_id}2`, { x: 0, y: 0 })
  expect(copy?.props).toEqual({
    label: 'x',
    tabs: [{ label: 'A', control_id: 'a2' }, { label: 'B', control_id: 'b' }, 'odd'],
  })
})
