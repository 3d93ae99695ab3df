import { expect, test } from 'vitest'
import { type Control, ScreenDocument } from '../contract/documents/screen.ts'
import { inReadingOrder, laidOut, layoutItems, layoutOf } from './layout.ts'

const control = (control_id: string, x: number, y: number, width: number, height: number, more: object = {}) => ({
  control_id,
  kind: 'value',
  version: 1,
  x,
  y,
  width,
  height,
  ...more,
})
const made = (controls: readonly object[], dashboard?: object): ScreenDocument =>
  ScreenDocument.parse({ version: 1, width: 1000, height: 600, controls, ...(dashboard && { dashboard }) })

const boxes = ({ controls }: ScreenDocument) =>
  Object.fromEntries(
    controls.map(({ control_id, x, y, width, height, hidden }): [string, unknown] => [
      control_id,
      hidden ? 'hidden' : [x, y, width, height].map(Math.round),
    ]),
  )
const ids = (controls: readonly Pick<Control, 'control_id'>[]) => controls.map(({ control_id }) => control_id)

test('a dashboard is shown as it is drawn on a wide page, else for a tablet or a phone', () => {
  expect([360, 390, 600, 820, 1280].map(layoutOf)).toEqual(['phone', 'phone', 'tablet', 'tablet', null])
})

test('components are read line by line, also where they do not begin at quite the same height', () => {
  const controls = [control('d', 0, 300, 10, 10), control('b', 500, 0, 10, 100), control('a', 0, 8, 10, 100)]
  expect(ids(inReadingOrder(made(controls).controls))).toEqual(['a', 'b', 'd'])
})

test('small components stand side by side on a phone, and large ones below each other', () => {
  const document = made([
    control('one', 0, 0, 200, 100),
    control('two', 300, 0, 200, 100),
    control('curve', 0, 200, 1000, 300),
    control('three', 0, 520, 250, 50),
  ])
  const narrow = laidOut(document, 'phone', 374)
  expect(boxes(narrow)).toEqual({
    one: [8, 8, 175, 88],
    two: [191, 8, 175, 88],
    curve: [8, 104, 358, 220],
    three: [8, 332, 358, 35],
  })
  expect([narrow.width, Math.round(narrow.height)]).toEqual([374, 375])
})

test('the layout that an author made comes first: order, what is hidden, columns and height', () => {
  const items = [
    { control_id: 'two', span: 2, height: 50 },
    { control_id: 'gone' },
    { control_id: 'one', is_hidden: true },
  ]
  const document = made(
    [control('one', 0, 0, 200, 100), control('two', 300, 0, 200, 100), control('three', 0, 200, 200, 100)],
    { layouts: { phone: { items } } },
  )
  expect(ids(layoutItems(document, 'phone'))).toEqual(['two', 'one', 'three'])
  expect(boxes(laidOut(document, 'phone', 374))).toEqual({
    one: 'hidden',
    two: [8, 8, 358, 50],
    three: [8, 66, 358, 88],
  })
  expect(ids(layoutItems(document, 'tablet'))).toEqual(['one', 'two', 'three'])
})

test('a layout that cannot be read is as if there were none', () => {
  const document = made([control('one', 0, 0, 200, 100)], { layouts: { phone: { items: 'all' } } })
  expect(ids(layoutItems(document, 'phone'))).toEqual(['one'])
})

test('members of a group keep their place in it', () => {
  const document = made([
    control('group', 0, 0, 1000, 200, { kind: 'group' }),
    control('member', 500, 100, 500, 100, { parent: 'group' }),
  ])
  const { group, member } = boxes(laidOut(document, 'phone', 374)) as Record<string, [number, number, number, number]>
  expect(group).toEqual([8, 8, 358, 220])
  expect(member).toEqual([187, 118, 179, 110])
})
