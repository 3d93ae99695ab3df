import { expect, test } from 'vitest'
import { deliveryErrorText, keptDeliveryError } from './delivery-error-text.ts'

test('the reason for a failed message is in the reader’s language', () => {
  expect(deliveryErrorText('the answer was 404', 'zh')).toBe('对方应答 404')
  expect(deliveryErrorText('the answer was 404', 'en')).toBe('the answer was 404')
  expect(deliveryErrorText('nothing was answered', 'zh')).toBe('对方没有应答')
  expect(deliveryErrorText('', 'zh')).toBe('')
})

test('an unknown delivery error is stored as a general one', () => {
  for (const error of [
    'connect ECONNREFUSED 10.1.2.3:465',
    'Message failed: 550',
    'getaddrinfo ENOTFOUND mail.example',
  ]) {
    expect(keptDeliveryError(new Error(error))).toBe('it could not be sent')
  }
  expect(deliveryErrorText('it could not be sent', 'zh')).toBe('发送失败')
  expect(keptDeliveryError(new Error('the answer was 404'))).toBe('the answer was 404')
  expect(keptDeliveryError('the answer was 404')).toBe('it could not be sent')
})
