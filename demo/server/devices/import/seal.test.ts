import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSeal } from './seal.ts'

const one = { tenant_id: 1, import_id: 2 }

test('a sealed password opens in its own row of its own import alone, and with the secret that sealed it', () => {
  const { seal, unseal } = openSeal(Buffer.alloc(32, 1))
  const sealed = seal(one, 3, '密码 password')
  expect(unseal(one, 3, sealed)).toBe('密码 password')
  expect(() => unseal(one, 4, sealed)).toThrow()
  expect(() => unseal({ ...one, import_id: 3 }, 3, sealed)).toThrow()
  expect(() => unseal({ ...one, tenant_id: 2 }, 3, sealed)).toThrow()
  expect(() => openSeal(randomBytes(32)).unseal(one, 3, sealed)).toThrow()
})

test('two equal passwords are sealed differently', () => {
  const { seal } = openSeal(Buffer.alloc(32, 1))
  expect(seal(one, 3, 'same')).not.toBe(seal(one, 3, 'same'))
})
