import { describe, expect, test } from 'vitest'
import { driven } from '../test-editor.ts'

const two = [
  { control_id: 'a', x: 100, y: 100 },
  { control_id: 'b', x: 300, y: 100 },
]

describe('selecting', () => {
  test('a click selects the topmost control, and a click beside it clears the selection', () => {
    const hand = driven([{ control_id: 'below' }, { control_id: 'above', x: 50 }])
    hand.click([75, 30])
    expect(hand.selected()).toEqual(['above'])
    hand.click([20, 30])
    expect(hand.selected()).toEqual(['below'])
    hand.click([500, 500])
    expect(hand.selected()).toEqual([])
  })

  test('shift adds to the selection and removes from it', () => {
    const hand = driven(two)
    hand.click([150, 130])
    hand.click([350, 130], { shift: true })
    expect(hand.selected()).toEqual(['a', 'b'])
    hand.click([150, 130], { shift: true })
    expect(hand.selected()).toEqual(['b'])
  })

  test('a click on one of several selected controls selects that one', () => {
    const hand = driven(two)
    hand.press('a', { ctrl: true })
    hand.click([150, 130])
    expect(hand.selected()).toEqual(['a'])
  })

  test('a turned control is hit where it is drawn', () => {
    const hand = driven([{ control_id: 'a', x: 100, y: 100, width: 200, height: 10, angle: 90 }])
    hand.click([200, 20])
    expect(hand.selected()).toEqual(['a'])
    hand.click([110, 105])
    expect(hand.selected()).toEqual([])
  })

  test('a pipe is hit along its line, not in its box', () => {
    const hand = driven([{ control_id: 'p', kind: 'pipe', width: 200, height: 200, props: {} }])
    hand.click([150, 50])
    expect(hand.selected()).toEqual([])
    hand.click([101, 100])
    expect(hand.selected()).toEqual(['p'])
  })

  test('a selection box drawn to the right selects what it encloses, to the left what it touches', () => {
    const hand = driven(two)
    hand.drag([90, 90], [350, 170])
    expect(hand.selected()).toEqual(['a'])
    hand.drag([350, 180], [90, 90])
    expect(hand.selected()).toEqual(['a', 'b'])
  })

  test('hidden controls and locked layers do not react to the pointer', () => {
    const hand = driven(
      [
        { control_id: 'a', layer_id: 'main' },
        { control_id: 'h', hidden: true },
        { control_id: 'l', layer_id: 'fixed' },
      ],
      {
        layers: [
          { layer_id: 'main', name: '', locked: false, hidden: false },
          { layer_id: 'fixed', name: '', locked: true, hidden: false },
        ],
      },
    )
    hand.click([50, 30])
    expect(hand.selected()).toEqual(['a'])
  })

  test('a locked control can be selected, not dragged, and a selection box can start on it', () => {
    const hand = driven([
      { control_id: 'back', width: 1000, height: 600, locked: true },
      { control_id: 'a', x: 100, y: 100 },
    ])
    hand.click([500, 500])
    expect(hand.selected()).toEqual(['back'])
    hand.drag([90, 90], [300, 300])
    expect(hand.selected()).toEqual(['a'])
    expect(hand.box('back')).toEqual([0, 0, 1000, 600])
  })

  test('Tab moves through the controls and leaves the drawing at the end', () => {
    const hand = driven(two)
    expect(hand.press('Tab')).toBe(true)
    expect(hand.press('Tab')).toBe(true)
    expect(hand.selected()).toEqual(['b'])
    expect(hand.press('Tab')).toBe(false)
    expect(hand.press('Tab', { shift: true })).toBe(true)
    expect(hand.selected()).toEqual(['a'])
  })

  test('keys select all controls, the others and none, and a command selects all of a kind', () => {
    const hand = driven([...two, { control_id: 'm', kind: 'meter', x: 600, props: {} }])
    hand.editor.selecting.selectKind('meter')
    expect(hand.selected()).toEqual(['m'])
    hand.press('i', { ctrl: true })
    expect(hand.selected()).toEqual(['a', 'b'])
    hand.press('a', { ctrl: true })
    expect(hand.selected()).toEqual(['a', 'b', 'm'])
    hand.press('Escape')
    expect(hand.selected()).toEqual([])
  })
})

describe('groups', () => {
  const grouped = () => {
    const hand = driven([...two, { control_id: 'c', x: 600, y: 100 }])
    hand.drag([90, 90], [450, 200])
    hand.press('g', { ctrl: true })
    return hand
  }

  test('a click selects the whole group, a double click selects inside it, Esc leaves it', () => {
    const hand = grouped()
    const [group] = hand.selected()
    hand.click([500, 500])
    hand.click([150, 130])
    expect(hand.selected()).toEqual([group])
    hand.doubleClick([150, 130])
    expect(hand.selected()).toEqual(['a'])
    expect(hand.editor.state().entered).toBe(group)
    hand.click([350, 130])
    expect(hand.selected()).toEqual(['b'])
    hand.press('Escape')
    expect(hand.selected()).toEqual([group])
  })

  test('a click elsewhere leaves the group', () => {
    const hand = grouped()
    hand.doubleClick([150, 130])
    hand.click([650, 130])
    expect(hand.editor.state().entered).toBe(null)
    expect(hand.selected()).toEqual(['c'])
  })

  test('the box of a group encloses its members and follows them', () => {
    const hand = grouped()
    const [group = ''] = hand.selected()
    expect(hand.box(group)).toEqual([100, 100, 300, 60])
    hand.doubleClick([150, 130])
    hand.drag([150, 130], [150, 230])
    expect(hand.box(group)).toEqual([100, 100, 300, 160])
    hand.editor.undo()
    expect(hand.box(group)).toEqual([100, 100, 300, 60])
  })

  test('a group is deleted with its last member', () => {
    const hand = grouped()
    hand.doubleClick([150, 130])
    hand.press('Delete')
    hand.doubleClick([350, 130])
    hand.press('Delete')
    expect(hand.ids()).toEqual(['c'])
  })
})

describe('moving', () => {
  test('a drag moves a control in one undo step', () => {
    const hand = driven(two)
    hand.drag([150, 130], [170, 145])
    expect(hand.box('a')).toEqual([120, 115, 100, 60])
    expect(hand.editor.steps()).toEqual([{ key: 'stepMoved', count: 1 }])
    hand.editor.undo()
    expect(hand.box('a')).toEqual([100, 100, 100, 60])
    hand.editor.redo()
    expect(hand.box('a')).toEqual([120, 115, 100, 60])
  })

  test('a drag of less than the threshold moves nothing', () => {
    const hand = driven(two)
    hand.drag([150, 130], [151, 131])
    expect(hand.editor.steps()).toEqual([])
  })

  test('shift keeps a drag on one axis', () => {
    const hand = driven(two)
    hand.drag([150, 130], [190, 145], { shift: true })
    expect(hand.box('a')).toEqual([140, 100, 100, 60])
  })

  test('alt drags a copy, also when it is pressed during the drag', () => {
    const hand = driven(two)
    hand.down([150, 130])
    hand.move([150, 200])
    hand.press('Alt', { alt: true })
    hand.up([150, 200], { alt: true })
    expect(hand.box('a')).toEqual([100, 100, 100, 60])
    const [copy = ''] = hand.selected()
    expect(hand.box(copy)).toEqual([100, 170, 100, 60])
    expect(hand.editor.steps()).toEqual([{ key: 'stepDuplicated', count: 1 }])
    hand.editor.undo()
    expect(hand.ids()).toEqual(['a', 'b'])
    expect(hand.selected()).toEqual(['a'])
  })

  test('Esc cancels a drag and leaves no undo step', () => {
    const hand = driven(two)
    hand.down([150, 130])
    hand.move([190, 145])
    hand.press('Escape')
    expect(hand.box('a')).toEqual([100, 100, 100, 60])
    expect(hand.editor.state().gesture).toBe(null)
    hand.up([190, 145])
    expect(hand.editor.steps()).toEqual([])
  })

  test('arrow keys move by 1 and 10 px, and quick repeats are one undo step', () => {
    const hand = driven(two)
    hand.click([150, 130])
    hand.press('ArrowRight')
    hand.press('ArrowDown', { shift: true })
    expect(hand.box('a')).toEqual([101, 110, 100, 60])
    hand.wait(5000)
    hand.press('ArrowLeft')
    expect(hand.editor.steps().length).toBe(2)
    hand.editor.undo()
    hand.editor.undo()
    expect(hand.box('a')).toEqual([100, 100, 100, 60])
  })

  test('a wheel turn during a drag keeps the control under the pointer', () => {
    const hand = driven(two)
    hand.down([150, 130])
    hand.move([160, 130])
    hand.editor.wheel({ x: 0, y: 0, deltaX: 0, deltaY: 100 })
    hand.move([160, 130])
    expect(hand.box('a')).toEqual([110, 200, 100, 60])
  })
})

test('a dragged control is placed to hundredths of a px, an added one to whole px', () => {
  const hand = driven([{ control_id: 'a', x: 100, y: 100 }])
  hand.editor.viewing.zoomTo(0.7, { x: 0, y: 0 })
  hand.drag([80, 80], [181, 190], { ctrl: true })
  const [x, y] = hand.box('a') ?? []
  expect([x, y]).toEqual([244.29, 257.14])
  const added = hand.editor.commands.add({ kind: 'box' }, { x: 333.33, y: 77.7 })
  expect(hand.box(added ?? '')?.every(Number.isInteger)).toBe(true)
})

test('a control that was hovered on the screen is not hovered in the symbol that is opened', () => {
  const hand = driven([
    { control_id: 'a', x: 100, y: 100 },
    { control_id: 'b', x: 300, y: 100 },
  ])
  hand.press('a', { ctrl: true })
  const symbol = hand.editor.commands.makeSymbol('pump')
  hand.move([150, 130])
  expect(hand.editor.state().overlay.hovered).not.toBeNull()
  hand.editor.commands.editSymbol(symbol ?? '')
  expect(hand.editor.state().overlay.hovered).toBeNull()
})
