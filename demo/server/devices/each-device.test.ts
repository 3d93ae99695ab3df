import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { NOBODY } from '../http/caller.ts'
import { inPieces } from './each-device.ts'

test('many devices are changed 50 in a transaction, each once, and answered for in their order', async () => {
  const pieces: number[] = []
  const db = {
    tenant: async (tenant_id: number, work: (q: never) => Promise<unknown>) => {
      expect(tenant_id).toBe(7)
      return work(undefined as never)
    },
  } as unknown as Db
  const sns = Array.from({ length: 120 }, (_, n) => `PIECE${n}`)
  const outcomes = await inPieces(db, { ...NOBODY, tenant_id: 7 }, [...sns, 'piece0'], async (_q, some) => {
    pieces.push(some.length)
    return some.map((id) => ({ id, code: null }))
  })
  expect(pieces).toEqual([50, 50, 20])
  expect(outcomes.map(({ id }) => id.toUpperCase())).toEqual(sns)
})
