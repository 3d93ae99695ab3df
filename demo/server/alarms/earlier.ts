import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { confirmEarlier, endEarlier, insertEvents, nextWithEarlier, tenantsWithEarlier } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Acts } from './acts.ts'
import { CONFIRMED_AT_ONCE, confirmedEvent } from './confirm.ts'
import type { AlarmRow } from './rows.ts'

export interface EarlierParts {
  db: Db
  acts: Pick<Acts, 'follow'>
  /** An alarm is confirmed in SQL. */
  confirmed: (row: AlarmRow) => void
  /** All earlier occurrences of an alarm are confirmed. */
  announce: (row: AlarmRow) => void
  report: (error: unknown) => void
}

const RETRY_MS = 1000

interface Piece {
  rows: AlarmRow[]
  /** Alarms of which no earlier occurrence is left. */
  ended: AlarmRow[]
}

/** Confirms earlier occurrences of one alarm that is confirmed; null where no alarm has any. */
async function confirmSomeEarlier(q: Kysely<Schema>): Promise<Piece | null> {
  const head = await nextWithEarlier(q)
  if (!head) return null
  const rows = await confirmEarlier(q, head, CONFIRMED_AT_ONCE)
  await insertEvents(
    q,
    rows.map((row) => confirmedEvent(row, null)),
  )
  return { rows, ended: await endEarlier(q, CONFIRMED_AT_ONCE) }
}

/**
 * Earlier occurrences of alarms that people confirmed: they follow in pieces, each organisation's one after the other, and
 * are tried again until the store takes them. What is left when the server ends follows after its next start.
 */
export function createEarlier({ db, acts, confirmed, announce, report }: EarlierParts) {
  /** Organisations that may have some left. */
  const left = new Set<number>()
  const going = new Map<number, Promise<void>>()
  const closing = new AbortController()
  const { signal } = closing

  /** In a turn of the writer: a review that runs meanwhile finds that somebody has seen them. */
  const confirmPiece = (tenant_id: number) =>
    acts.follow(tenant_id, async () => {
      if (signal.aborted) return null
      const piece = await db.tenant(tenant_id, confirmSomeEarlier, 'ingest')
      piece?.rows.forEach(confirmed)
      piece?.ended.forEach(announce)
      return piece
    })

  const confirmAll = async (tenant_id: number) => {
    while (left.delete(tenant_id) && !signal.aborted) {
      const piece = await confirmPiece(tenant_id).catch((error) => {
        report(error)
        return 'refused' as const
      })
      if (piece === null) continue
      left.add(tenant_id)
      // Where nothing could be written, others are writing it.
      if (piece === 'refused' || piece.rows.length + piece.ended.length === 0)
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
    going.delete(tenant_id)
  }
  /** Ends when nothing is left of an organisation. */
  const go = (tenant_id: number) => {
    left.add(tenant_id)
    if (!going.has(tenant_id) && !signal.aborted) going.set(tenant_id, confirmAll(tenant_id))
  }

  return {
    go,
    /** Goes on with what the last run left. */
    async resume(): Promise<void> {
      for (const tenant_id of await db.system(tenantsWithEarlier)) go(tenant_id)
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(going.values())
    },
  }
}

export type Earlier = ReturnType<typeof createEarlier>
