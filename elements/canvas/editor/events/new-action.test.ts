import { expect, test } from 'vitest'
import { Action } from '../../../../core/contract/documents/screen.ts'
import { actionOf, DOES, doesOn, eventOf } from './new-action.ts'

const near = { screen_id: 3, control_id: 'a' }

test('every action begins as one that the document takes', () => {
  for (const does of DOES) expect(Action.safeParse(actionOf(does, near)).success).toBe(true)
})

test('a change is offered what happens on the page, and a press everything', () => {
  expect(doesOn('change', true)).toEqual(['switch_screen', 'pop_up', 'back', 'open_link', 'show', 'hide'])
  expect(doesOn('click', true)).toEqual(DOES)
})

test('a dashboard leads to no screen of a template', () => {
  expect(doesOn('click', false)).toEqual(['write', 'open_link', 'show', 'hide', 'acknowledge'])
})

test('another action keeps what both have', () => {
  expect(actionOf('pop_up', near, { does: 'switch_screen', screen_id: 9, sn_code: 'WW1' })).toEqual({
    does: 'pop_up',
    screen_id: 9,
    sn_code: 'WW1',
  })
})

test('a further event is on a trigger that has none yet', () => {
  expect(eventOf(['click', 'change'], [{ on: 'click', actions: [] }]).on).toBe('change')
})
