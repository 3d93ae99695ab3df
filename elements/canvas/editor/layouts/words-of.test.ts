import { expect, test } from 'vitest'
import { documentOf } from '../../../../core/canvas/test-editor.ts'
import { wordsOf } from './words-of.ts'

const named = (controls: Parameters<typeof documentOf>[0]) => [...wordsOf(documentOf(controls), (kind) => `a ${kind}`)]

test('a component is called by its name, by what it says, or by its kind', () => {
  const controls = [
    { control_id: 'a', name: 'Flow', props: { title: 'Not this' } },
    { control_id: 'b', props: { text: '', title: 'Pressures' } },
    { control_id: 'c', kind: 'meter', props: { text: 5 } },
  ]
  expect(named(controls)).toEqual([
    ['a', 'Flow'],
    ['b', 'Pressures'],
    ['c', 'a meter'],
  ])
})

test('a group without a name is called by the first thing that is said in it', () => {
  const controls = [
    { control_id: 'g', kind: 'group', props: {} },
    { control_id: 'ground', parent: 'g', props: {} },
    { control_id: 'head', parent: 'g', props: { text: 'Pump 1' } },
  ]
  expect(named(controls)).toEqual([['g', 'Pump 1']])
})
