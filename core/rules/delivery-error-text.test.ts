import { expect, test } from 'vitest'
import { deliveryErrorText } from './delivery-error-text.ts'

test('why a message was not delivered is said in the reader’s language', () => {
  expect(deliveryErrorText('the answer was 404', 'zh')).toBe('对方应答 404')
  expect(deliveryErrorText('the answer was 404', 'en')).toBe('the answer was 404')
  expect(deliveryErrorText('nothing was answered', 'zh')).toBe('对方没有应答')
  expect(deliveryErrorText('', 'zh')).toBe('')
})

test('what another server said of it stays in its own words', () => {
  for (const error of ['450 the mailbox is full', 'Message failed: 550', 'getaddrinfo ENOTFOUND mail.example'])
    expect(deliveryErrorText(error, 'zh')).toBe(error)
})
