import { describe, expect, test } from 'vitest'
import { SHORTCUTS, shortcutName, shownKeys } from './keys.ts'
import { stepName } from './step-name.ts'
import { driven } from './test-editor.ts'

const two = [{ control_id: 'a' }, { control_id: 'b', x: 300 }]

describe('the history', () => {
  test('an undo step has the name that the undo menu shows', () => {
    const { editor } = driven(two)
    editor.commands.move({ x: 5, y: 0 }, ['a', 'b'])
    const { undo } = editor.state()
    expect(undo && [stepName(undo, 'zh'), stepName(undo, 'en')]).toEqual(['移动 2 个控件', 'Move 2 controls'])
    editor.undo()
    editor.commands.remove(['a'])
    expect(stepName(editor.state().undo as never, 'en')).toBe('Delete a control')
  })

  test('a new step discards the steps that were undone', () => {
    const { editor } = driven(two)
    editor.commands.move({ x: 5, y: 0 }, ['a'])
    editor.undo()
    expect(editor.state().redo).not.toBe(null)
    editor.commands.remove(['b'])
    expect(editor.state().redo).toBe(null)
    expect(editor.redo()).toBe(false)
  })

  test('undo and redo bring the selection back', () => {
    const { editor } = driven(two)
    editor.selecting.select(['a'])
    editor.commands.remove()
    expect(editor.state().selection).toEqual([])
    editor.undo()
    expect(editor.state().selection).toEqual(['a'])
  })

  test('the saved state is recognised again after undo and redo', () => {
    const { editor } = driven(two)
    expect(editor.state().isSaved).toBe(true)
    editor.commands.remove(['a'])
    editor.markSaved()
    expect(editor.state().isSaved).toBe(true)
    editor.undo()
    expect(editor.state().isSaved).toBe(false)
    editor.redo()
    expect(editor.state().isSaved).toBe(true)
    editor.undo()
    editor.commands.remove(['b'])
    editor.undo()
    expect(editor.state().isSaved).toBe(false)
  })

  test('several calls are one step; a failure among them leaves no trace', () => {
    const { editor, ids } = driven(two)
    editor.together({ key: 'stepChanged', count: 2 }, () => {
      editor.commands.remove(['a'])
      editor.commands.set('name', 'B', ['b'])
    })
    expect(editor.steps().length).toBe(1)
    editor.undo()
    expect(ids()).toEqual(['a', 'b'])
    const failing = () =>
      editor.together({ key: 'stepChanged', count: 1 }, () => {
        editor.commands.remove(['a'])
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(ids()).toEqual(['a', 'b'])
  })

  test('undo during a drag cancels the drag and nothing more', () => {
    const hand = driven(two)
    hand.editor.commands.set('name', 'A', ['a'])
    hand.down([50, 30])
    hand.move([90, 70])
    hand.press('z', { ctrl: true })
    expect(hand.editor.control('a')).toMatchObject({ x: 0, name: 'A' })
    expect(hand.editor.steps().length).toBe(1)
  })
})

describe('listening', () => {
  test('one call notifies listeners once, and a call that changes nothing does not', () => {
    const { editor } = driven(two)
    let notified = 0
    const stop = editor.listen(() => {
      notified += 1
    })
    editor.selecting.select(['a', 'b'])
    expect(notified).toBe(1)
    editor.commands.group()
    expect(notified).toBe(2)
    const state = editor.state()
    editor.commands.align('left', 'selection')
    editor.selecting.select(editor.state().selection)
    expect(editor.state()).toBe(state)
    stop()
    editor.selecting.clear()
    expect(notified).toBe(2)
  })

  test('parts of the state that did not change stay the same objects', () => {
    const { editor } = driven(two)
    const before = editor.state().document
    editor.commands.set('name', 'B', ['b'])
    const after = editor.state().document
    expect(after.controls[0]).toBe(before.controls[0])
    expect(after.layers).toBe(before.layers)
  })
})

describe('the keyboard', () => {
  test('no key has two actions', () => {
    const keys = SHORTCUTS.flatMap(({ keys: own, run }) => (run ? own : []))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('the listed shortcuts do what they say', () => {
    const hand = driven(two)
    hand.press('a', { ctrl: true })
    expect(shownKeys('group')).toBe('Ctrl+G')
    hand.press('g', { ctrl: true })
    expect(hand.ids().length).toBe(3)
    expect(hand.press('G', { ctrl: true, shift: true })).toBe(true)
    expect(hand.ids().length).toBe(2)
    hand.click([50, 30])
    hand.press('}', { ctrl: true, shift: true })
    expect(hand.ids()).toEqual(['b', 'a'])
    expect(shortcutName('front', 'zh')).toBe('置于顶层')
  })

  test('keys without a shortcut are left to the page', () => {
    const hand = driven(two)
    for (const key of ['F5', 'x', 'ArrowLeft', 'Delete', 'Escape']) expect(hand.press(key)).toBe(false)
    expect(hand.press('c', { ctrl: true })).toBe(false)
  })

  test('every shortcut has a description in both languages', () => {
    for (const { name, group } of SHORTCUTS)
      for (const lang of ['zh', 'en'] as const)
        expect(shortcutName(name, lang) && shortcutName(group, lang)).toBeTruthy()
  })
})

test('a document of 5,000 controls takes 1,000 steps and undoes half of them', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    control_id: `c${at}`,
    x: (at % 100) * 110,
    y: Math.floor(at / 100) * 70,
  }))
  const hand = driven(many)
  for (let step = 0; step < 1000; step += 1)
    hand.editor.commands.set('name', `step ${step}`, [`c${(step * 37) % 5000}`])
  for (let step = 0; step < 500; step += 1) hand.editor.undo()
  hand.press('a', { ctrl: true })
  hand.down([50, 30])
  for (let x = 60; x < 80; x += 1) hand.move([x, 30])
  hand.up([80, 30])
  expect(hand.editor.steps().length).toBe(501)
})
