import { describe, expect, test } from 'vitest'
import { boundsOf } from '../geometry.ts'
import { driven } from '../test-editor.ts'

const one = [{ control_id: 'a', x: 100, y: 100, width: 100, height: 60 }]

describe('resizing', () => {
  const resized = (handle: string, by: [number, number], held = {}) => {
    const hand = driven(one)
    hand.click([150, 130])
    hand.pull('resize', handle, { x: 0, y: 0 }, { x: by[0], y: by[1] }, held)
    return hand.box('a')
  }

  test('a resized control keeps the opposite edge in place', () => {
    expect(resized('se', [20, 10])).toEqual([100, 100, 120, 70])
    expect(resized('nw', [20, 10])).toEqual([120, 110, 80, 50])
    expect(resized('e', [20, 10])).toEqual([100, 100, 120, 60])
    expect(resized('n', [20, 10])).toEqual([100, 110, 100, 50])
  })

  test('shift keeps the ratio while resizing, alt keeps the middle', () => {
    expect(resized('se', [100, 0], { shift: true })).toEqual([100, 100, 200, 120])
    expect(resized('e', [100, 0], { shift: true })).toEqual([100, 70, 200, 120])
    expect(resized('se', [20, 10], { alt: true })).toEqual([80, 90, 140, 80])
  })

  test('a control cannot be resized below one px', () => {
    expect(resized('se', [-500, -500])).toEqual([100, 100, 1, 1])
  })

  test('a turned control is resized along its own sides, with the opposite edge in place', () => {
    const hand = driven([{ control_id: 'a', x: 100, y: 100, width: 100, height: 60, angle: 90 }])
    const before = boundsOf(hand.editor.control('a') as never)
    hand.click([150, 130])
    hand.pull('resize', 'e', { x: 0, y: 0 }, { x: 0, y: 40 })
    const after = hand.editor.control('a')
    expect(after).toMatchObject({ width: 140, height: 60, angle: 90 })
    expect(boundsOf(after as never)).toEqual({ ...before, height: 140 })
  })

  test('several controls are scaled together, and turned ones stay turned', () => {
    const hand = driven([
      { control_id: 'a', x: 0, y: 0, width: 100, height: 50 },
      { control_id: 'b', x: 100, y: 50, width: 100, height: 50 },
      { control_id: 'c', x: 75, y: 25, width: 50, height: 50, angle: 90 },
    ])
    hand.press('a', { ctrl: true })
    hand.pull('resize', 'se', { x: 200, y: 100 }, { x: 400, y: 100 })
    expect(hand.box('a')).toEqual([0, 0, 200, 50])
    expect(hand.box('b')).toEqual([200, 50, 200, 50])
    expect(hand.editor.control('c')).toMatchObject({ x: 175, y: 0, width: 50, height: 100, angle: 90 })
    expect(hand.editor.steps()).toEqual([{ key: 'stepResized', count: 3 }])
  })

  test('a group is resized with its members', () => {
    const hand = driven([
      { control_id: 'a', x: 0, y: 0 },
      { control_id: 'b', x: 100, y: 0 },
    ])
    hand.press('a', { ctrl: true })
    hand.press('g', { ctrl: true })
    hand.pull('resize', 'e', { x: 200, y: 0 }, { x: 100, y: 0 })
    expect(hand.box('a')).toEqual([0, 0, 50, 60])
    expect(hand.box('b')).toEqual([50, 0, 50, 60])
    expect(hand.editor.frame()).toMatchObject({ x: 0, y: 0, width: 100, height: 60 })
  })

  test('a locked control is not resized', () => {
    const hand = driven([{ ...(one[0] as (typeof one)[0]), locked: true }])
    hand.click([150, 130])
    expect(hand.editor.gesture.begin('resize', 'se', { x: 0, y: 0 })).toBe(false)
    expect(hand.editor.frame()?.isLocked).toBe(true)
  })

  test('a cancelled resize changes nothing', () => {
    const hand = driven(one)
    hand.click([150, 130])
    const { document } = hand.editor.state()
    hand.editor.gesture.begin('resize', 'se', { x: 0, y: 0 })
    hand.editor.gesture.update({ x: 50, y: 50 })
    hand.editor.gesture.cancel()
    expect(hand.editor.state().document).toBe(document)
    expect(hand.editor.steps()).toEqual([])
  })
})

describe('turning', () => {
  test('the handle turns a control, and shift turns in steps of 15°', () => {
    const hand = driven(one)
    hand.click([150, 130])
    hand.pull('rotate', null, { x: 150, y: 80 }, { x: 200, y: 130 })
    expect(hand.editor.control('a')?.angle).toBe(90)
    hand.pull('rotate', null, { x: 150, y: 80 }, { x: 160, y: 80 }, { shift: true })
    expect(hand.editor.control('a')?.angle).toBe(105)
  })

  test('several controls turn about their common middle', () => {
    const hand = driven([
      { control_id: 'a', x: 0, y: 0, width: 100, height: 100 },
      { control_id: 'b', x: 100, y: 0, width: 100, height: 100 },
    ])
    hand.press('a', { ctrl: true })
    hand.pull('rotate', null, { x: 100, y: -50 }, { x: 200, y: 50 })
    expect(hand.editor.control('a')).toMatchObject({ x: 50, y: -50, angle: 90 })
    expect(hand.editor.control('b')).toMatchObject({ x: 50, y: 50, angle: 90 })
  })
})
