import { describe, expect, test } from 'vitest'
import { driven } from './test-editor.ts'

const snapping = { grid: true, guides: true, objects: true }
const neighbours = [
  { control_id: 'a', x: 100, y: 100 },
  { control_id: 'b', x: 300, y: 300 },
]

describe('a dragged control snaps', () => {
  test('a dragged control snaps to the edges of its neighbours, and a line shows the alignment', () => {
    const hand = driven(neighbours, { snapping })
    hand.down([350, 330])
    hand.move([154, 230])
    expect(hand.box('b')).toEqual([100, 200, 100, 60])
    const { lines, measure } = hand.editor.state().overlay
    expect(lines).toContainEqual({ axis: 'x', at: 100, from: 100, to: 260, of: 'edge' })
    expect(measure).toEqual({ of: 'offset', x: -200, y: -100 })
    hand.up([154, 230])
    expect(hand.editor.state().overlay.lines).toEqual([])
  })

  test('a dragged control snaps to the middle of the page and to guides', () => {
    const hand = driven([{ control_id: 'a', x: 100, y: 100 }], { snapping, guides: { x: [], y: [400] } })
    hand.drag([150, 130], [503, 428])
    expect(hand.box('a')).toEqual([450, 400, 100, 60])
  })

  test('a dragged control snaps to the grid where nothing else is near', () => {
    const hand = driven([{ control_id: 'a', x: 103, y: 104 }], { snapping, grid: 10 })
    hand.drag([150, 130], [166, 139])
    expect(hand.box('a')).toEqual([120, 110, 100, 60])
  })

  test('a dragged control snaps to equal distances, which are shown', () => {
    const row = [
      { control_id: 'a', x: 0, y: 100 },
      { control_id: 'b', x: 130, y: 100 },
      { control_id: 'c', x: 400, y: 102, height: 56 },
    ]
    const hand = driven(row, { snapping })
    hand.down([450, 130])
    hand.move([313, 230 - 90])
    expect(hand.box('c')).toEqual([260, 112, 100, 56])
    expect(hand.editor.state().overlay.gaps).toEqual([
      { axis: 'x', from: 100, to: 130, at: 130 },
      { axis: 'x', from: 230, to: 260, at: 136 },
    ])
  })

  test('a dragged control snaps to the middle between two neighbours', () => {
    const row = [
      { control_id: 'a', x: 0, y: 100 },
      { control_id: 'b', x: 377, y: 100 },
      { control_id: 'c', x: 150, y: 300, height: 40 },
    ]
    const hand = driven(row, { snapping })
    hand.drag([200, 320], [240, 127])
    expect(hand.box('c')?.[0]).toBe(188.5)
  })

  test('a dragged control does not snap with ctrl held or with snapping off', () => {
    const hand = driven(neighbours, { snapping })
    hand.drag([350, 330], [154, 233], { ctrl: true })
    expect(hand.box('b')).toEqual([104, 203, 100, 60])
    hand.editor.undo()
    hand.editor.setSnapping({ objects: false })
    hand.drag([350, 330], [154, 233])
    expect(hand.box('b')).toEqual([104, 203, 100, 60])
  })

  test('a resized control snaps with the dragged edge, and the other edges stay', () => {
    const hand = driven(neighbours, { snapping })
    hand.click([150, 130])
    hand.pull('resize', 'se', { x: 200, y: 160 }, { x: 303, y: 190 })
    expect(hand.box('a')).toEqual([100, 100, 200, 90])
  })
})
