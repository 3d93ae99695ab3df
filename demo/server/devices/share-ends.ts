import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { notifySharesEnded } from '../messages/index.ts'
import { type EndedShare, endSharesUntil } from '../rights/index.ts'

/** Ends shares when their time has come. */
export interface ShareEnds {
  /** A share ends at this time. */
  plan(until_time: number): void
  close(): void
}

export interface ShareEndsParts {
  db: Db
  /** Users of an organisation may reach fewer devices from now on. */
  regrouped(tenant_id: number, user_ids: readonly number[]): void
  report(error: unknown): void
  now?: () => number
}

async function endDue(q: Kysely<Schema>, time: number): Promise<{ ended: EndedShare[]; next: number | null }> {
  const ended = await endSharesUntil(q, time)
  await notifySharesEnded(q, ended, { time })
  const { rows } = await sql<{ next: number | null }>`select min(until_time) as next from device_share`.execute(q)
  return { ended, next: rows[0]?.next ?? null }
}

export function openShareEnds({ db, regrouped, report, now = Date.now }: ShareEndsParts): ShareEnds {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** The next one as far as is known here; another node may have made an earlier one. */
  let next = Number.POSITIVE_INFINITY

  function wait(): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(run, Math.max(0, Math.min(next - now(), MINUTE_MS)))
    timer.unref()
  }

  async function run(): Promise<void> {
    next = Number.POSITIVE_INFINITY
    try {
      const due = await db.system((q) => endDue(q, now()))
      next = Math.min(next, due.next ?? Number.POSITIVE_INFINITY)
      const byTenant = new Map<number, number[]>()
      for (const { tenant_id, user_id } of due.ended)
        byTenant.set(tenant_id, [...(byTenant.get(tenant_id) ?? []), user_id])
      for (const [tenant_id, user_ids] of byTenant) regrouped(tenant_id, user_ids)
    } catch (error) {
      if (!isClosed) report(error)
    }
    wait()
  }

  void run()
  return {
    plan(until_time) {
      if (until_time >= next) return
      next = until_time
      wait()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
