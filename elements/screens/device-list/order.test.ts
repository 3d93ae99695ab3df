import { expect, test } from 'vitest'
import { orderOf } from './order.ts'

test("the first page in the server's order, where nothing is chosen", () => {
  expect(orderOf({ sort: '', page: null })).toEqual({ page: 1 })
})

test('an order that the list does not offer, and a page before the first, are not requested', () => {
  expect(orderOf({ sort: '-report_time', page: 3 })).toEqual({ page: 3, sort: '-report_time' })
  expect(orderOf({ sort: 'password_hash', page: -4 })).toEqual({ page: 1 })
})
