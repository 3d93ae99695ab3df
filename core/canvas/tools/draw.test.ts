import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ControlKind } from '../kind.ts'
import { driven, TEST_KINDS } from '../test-editor.ts'

const label = {
  kind: 'label',
  version: 1,
  props: z.object({ fontSize: z.number() }),
  defaults: { fontSize: 14 },
  size: { width: 100, height: 32 },
  bindable: [],
}
const lettered = new Map([...TEST_KINDS, [label.kind, label as unknown as ControlKind]])

const two = [
  { control_id: 'a', x: 100, y: 100 },
  { control_id: 'b', x: 300, y: 100 },
]

describe('drawing', () => {
  test('a click places a control in its own size about the pointer', () => {
    const hand = driven([])
    hand.use({ name: 'place', control: { kind: 'meter' } })
    hand.click([200, 200])
    expect(hand.box('new1')).toEqual([160, 160, 80, 80])
    expect(hand.selected()).toEqual(['new1'])
    expect(hand.editor.state().tool).toEqual({ name: 'select' })
    expect(hand.editor.control('new1')).toMatchObject({ kind: 'meter', version: 3, props: { max: 100 } })
  })

  test('a control is larger on a large screen, by whole steps of the grid, and its letters are too', () => {
    const hand = driven([], { width: 1920, height: 1080, grid: 10, kinds: lettered })
    hand.editor.commands.add({ kind: 'label' }, { x: 500, y: 500 })
    expect(hand.box('new1')?.slice(2)).toEqual([150, 50])
    expect(hand.editor.control('new1')?.props).toEqual({ fontSize: 21 })
    hand.editor.commands.add({ kind: 'label', width: 64, height: 64 }, { x: 500, y: 500 })
    expect(hand.box('new2')?.slice(2)).toEqual([64, 64])
    hand.use({ name: 'place', control: { kind: 'label' } })
    hand.click([200, 200])
    expect(hand.box('new3')?.slice(2)).toEqual([150, 50])
  })

  test('a control that is dropped or clicked beside the page stands on the page, at its edge', () => {
    const hand = driven([], { width: 800, height: 600 })
    hand.editor.commands.add({ kind: 'meter' }, { x: 540, y: -200 })
    expect(hand.box('new1')).toEqual([500, 0, 80, 80])
    hand.editor.commands.add({ kind: 'meter' }, { x: 2000, y: 2000 })
    expect(hand.box('new2')).toEqual([720, 520, 80, 80])
    hand.use({ name: 'place', control: { kind: 'meter' } })
    hand.click([-300, 200])
    expect(hand.box('new3')).toEqual([0, 160, 80, 80])
  })

  test('a drag draws a control in the dragged box; shift keeps its ratio, alt draws from the middle', () => {
    const hand = driven([])
    hand.use({ name: 'place', control: { kind: 'box' }, stays: true })
    hand.drag([300, 300], [200, 240])
    expect(hand.box('new1')).toEqual([200, 240, 100, 60])
    hand.drag([0, 0], [200, 60], { shift: true })
    expect(hand.box('new2')).toEqual([0, 0, 200, 120])
    hand.drag([500, 300], [520, 310], { alt: true })
    expect(hand.box('new3')).toEqual([480, 290, 40, 20])
    hand.press('Escape')
    expect(hand.editor.state().tool).toEqual({ name: 'select' })
  })

  test('a line goes from press to release in any direction', () => {
    const hand = driven([])
    hand.use({ name: 'place', control: { kind: 'line' } })
    hand.drag([100, 200], [200, 100])
    expect(hand.editor.control('new1')).toMatchObject({ x: 100, y: 100, width: 100, height: 100, flip_y: true })
    hand.click([150, 150])
    expect(hand.selected()).toEqual(['new1'])
    hand.click([110, 110])
    expect(hand.selected()).toEqual([])
  })

  test('a pipe gets a corner at each click and ends with a double click', () => {
    const hand = driven([])
    hand.use({ name: 'path', control: { kind: 'pipe' } })
    hand.click([100, 100])
    hand.move([200, 100])
    expect(hand.editor.state().overlay.path.length).toBe(2)
    hand.click([200, 100])
    hand.doubleClick([200, 200])
    expect(hand.editor.control('new1')).toMatchObject({
      x: 100,
      y: 100,
      width: 100,
      height: 100,
      props: {
        corners: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
        ],
        strokeWidth: 4,
      },
    })
    expect(hand.editor.steps()).toEqual([{ key: 'stepAdded', count: 1 }])
  })

  test('Enter ends a pipe, Backspace removes its last corner, Esc cancels it', () => {
    const hand = driven([])
    hand.use({ name: 'path', control: { kind: 'pipe' }, stays: true })
    for (const x of [0, 100, 200]) hand.click([x, 50])
    hand.press('Backspace')
    hand.press('Enter')
    expect(hand.box('new1')).toEqual([0, 50, 100, 0])
    hand.click([300, 300])
    hand.press('Escape')
    expect(hand.ids()).toEqual(['new1'])
  })

  test('a pipe connects to the side of a nearby control', () => {
    const hand = driven(two)
    hand.use({ name: 'path', control: { kind: 'pipe' } })
    hand.click([203, 133])
    hand.move([296, 128])
    expect(hand.editor.state().overlay.port).toEqual({ x: 300, y: 130 })
    hand.click([296, 128])
    hand.press('Enter')
    expect(hand.box('new1')).toEqual([200, 130, 100, 0])
  })

  test('a corner of a pipe is dragged, added and removed', () => {
    const hand = driven([{ control_id: 'p', kind: 'pipe', width: 100, height: 100, props: {} }])
    hand.click([50, 50])
    hand.editor.gesture.begin('vertex', 1, { x: 100, y: 100 })
    hand.editor.gesture.update({ x: 200, y: 50 })
    hand.editor.gesture.end()
    expect(hand.box('p')).toEqual([0, 0, 200, 50])
    hand.editor.commands.addVertex('p', { x: 100, y: 100 })
    expect(hand.editor.control('p')?.props.corners).toEqual([
      { x: 0, y: 0 },
      { x: 0.5, y: 1 },
      { x: 1, y: 0.5 },
    ])
    hand.editor.commands.removeVertex('p', 1)
    expect(hand.box('p')).toEqual([0, 0, 200, 50])
    expect(hand.editor.commands.removeVertex('p', 1)).toBe(false)
  })
})

describe('seeing', () => {
  test('the wheel pans, with ctrl it zooms at the pointer, within limits', () => {
    const hand = driven([])
    hand.editor.wheel({ x: 0, y: 0, deltaX: 10, deltaY: 20 })
    expect(hand.editor.state().view).toMatchObject({ x: 10, y: 20 })
    const before = hand.editor.viewing.toDocument({ x: 300, y: 200 })
    hand.editor.wheel({ x: 300, y: 200, deltaX: 0, deltaY: -500, ctrl: true })
    const after = hand.editor.viewing.toDocument({ x: 300, y: 200 })
    expect(after.x).toBeCloseTo(before.x)
    expect(after.y).toBeCloseTo(before.y)
    hand.editor.wheel({ x: 0, y: 0, deltaX: 0, deltaY: -1e6, ctrl: true })
    expect(hand.editor.state().view.zoom).toBe(16)
    hand.editor.wheel({ x: 0, y: 0, deltaX: 0, deltaY: 1e6, ctrl: true })
    expect(hand.editor.state().view.zoom).toBe(0.05)
  })

  test('space, the middle button and the pan tool drag the page', () => {
    const hand = driven(two)
    hand.press(' ')
    hand.drag([150, 130], [160, 130])
    hand.editor.keyUp({ key: ' ' })
    hand.drag([150, 130], [160, 130], { button: 1 })
    hand.press('h')
    hand.drag([150, 130], [160, 130])
    expect(hand.editor.state().view.x).toBe(-30)
    expect(hand.box('a')).toEqual([100, 100, 100, 60])
    expect(hand.editor.steps()).toEqual([])
  })

  test('the page and the selection are fitted to the view, and one key zooms to 1:1', () => {
    const hand = driven(two)
    hand.editor.viewing.fit()
    expect(hand.editor.state().view.zoom).toBeCloseTo(520 / 600)
    hand.press('a', { ctrl: true })
    hand.editor.viewing.toSelection()
    expect(hand.editor.viewing.toView({ x: 250, y: 130 })).toEqual({ x: 500, y: 300 })
    hand.press('0', { ctrl: true })
    expect(hand.editor.state().view.zoom).toBe(1)
  })

  test('a guide is dragged from the ruler and back out of the view', () => {
    const hand = driven([])
    hand.editor.gesture.begin('guide', { axis: 'x', index: null }, { x: 0, y: 0 })
    hand.editor.gesture.update({ x: 120, y: 50 })
    hand.editor.gesture.end()
    expect(hand.editor.state().document.guides.x).toEqual([120])
    hand.editor.gesture.begin('guide', { axis: 'x', index: 0 }, { x: 120, y: 0 })
    hand.editor.gesture.update({ x: -5, y: 50 })
    expect(hand.editor.state().overlay.guide?.isLeaving).toBe(true)
    hand.editor.gesture.end()
    expect(hand.editor.state().document.guides.x).toEqual([])
    hand.editor.undo()
    expect(hand.editor.state().document.guides.x).toEqual([120])
  })

  test('the context menu is for the control below the pointer', () => {
    const hand = driven(two)
    hand.press('a', { ctrl: true })
    hand.click([150, 130], { button: 2 })
    expect(hand.selected()).toEqual(['a', 'b'])
    hand.click([500, 500], { button: 2 })
    expect(hand.selected()).toEqual([])
  })
})
