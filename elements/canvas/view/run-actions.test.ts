import { expect, test } from 'vitest'
import { control } from '../../../core/canvas/runtime/test-screen.ts'
import { type ChangeEvent, type PageHandlers, type PressHandlers, runChange, runPress } from './run-actions.ts'

function handlers(items: readonly number[] = []) {
  const done: string[] = []
  const log =
    (does: string) =>
    (...more: unknown[]) =>
      void done.push([does, ...more.filter((one) => typeof one === 'string')].join(' '))
  const onPage: PageHandlers = {
    switchScreen: log('switch'),
    popUp: log('pop up'),
    back: log('back'),
    openLink: log('open'),
    setShown: log('shown'),
    holds: (item_id) => items.includes(item_id),
    refuse: ({ kind }) => void done.push(kind),
  }
  const onPress: PressHandlers = {
    ...onPage,
    pointOf: (text) => (text === '' ? null : { sn_code: 'WW1', key: text }),
    valueOf: () => ({ value: 1 }),
    write: ({ key }) => void done.push(`write ${key}`),
    acknowledge: (point) => void done.push(`acknowledge ${point?.key ?? ''}`),
  }
  return { done, onPage, onPress }
}
const pressed = (actions: object[], more: object = {}) =>
  control('a', { events: [{ on: 'click', actions: actions as never, ...more }] })

test('a press does its actions one after another, until one is refused', () => {
  const { done, onPress } = handlers()
  const write = { does: 'write', point: 'flow', value: '1' }
  runPress(
    pressed([write, { does: 'acknowledge' }, { does: 'back' }, { ...write, point: '' }, write]),
    'click',
    onPress,
  )
  runPress(pressed([write]), 'double_click', onPress)
  expect(done).toEqual(['write flow', 'acknowledge ', 'back', 'noSuchPoint'])
})

test('an event asks for its permission item, by a press and by a change', () => {
  const { done, onPress, onPage } = handlers([1])
  runPress(pressed([{ does: 'back' }], { item_id: 2 }), 'click', onPress)
  runChange(control('a'), { actions: [{ does: 'back' }], item_id: 2 }, onPage)
  runChange(control('a'), { actions: [{ does: 'back' }], item_id: 1 }, onPage)
  expect(done).toEqual(['needsItem', 'needsItem', 'back'])
})

test('what a change sets off cannot even say that it writes or acknowledges', () => {
  // @ts-expect-error A write needs a press.
  const write: ChangeEvent = { actions: [{ does: 'write', point: 'flow', value: '1', confirm: true }] }
  // @ts-expect-error An acknowledgement needs a press.
  const acknowledge: ChangeEvent = { actions: [{ does: 'acknowledge' }] }
  expect([write, acknowledge]).toHaveLength(2)
})
