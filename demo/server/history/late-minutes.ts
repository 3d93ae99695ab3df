import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Minutes that are read at a time of those that were there at the start. */
export const LATE_READ_AT_ONCE = 5_000

/** Whose a point is; null for one that is deleted. */
export type Owner = number | null

/** Some late minutes of a point. */
export interface LateOfPoint {
  point_id: number
  tenant_id: Owner
  n: number
}

/**
 * Which points have minutes in tlm_minute_late, by organisation, and how many about: to look for them in the table takes longer
 * the more there are. What is counted twice, or deleted with its point, is known when the point is visited.
 */
export class LateMinutes {
  readonly #points = new Map<Owner, Map<number, number>>()
  readonly #counts = new Map<Owner, number>()
  /** The last of those that were there at the start, as far as they are read. */
  #last: readonly [point_id: number, t0: number, seq: number] = [0, 0, 0]
  #isRead = false

  owners = (): Owner[] => [...this.#points.keys()]
  pointsOf = (tenant_id: Owner): number => this.#points.get(tenant_id)?.size ?? 0
  countOf = (tenant_id: Owner): number => this.#counts.get(tenant_id) ?? 0

  /** Some of the points that wait longest. */
  first(tenant_id: Owner, most: number): number[] {
    const first: number[] = []
    for (const point_id of this.#points.get(tenant_id)?.keys() ?? []) {
      if (first.length === most) break
      first.push(point_id)
    }
    return first
  }

  add(some: readonly LateOfPoint[]): void {
    for (const { tenant_id, point_id, n } of some)
      this.set(tenant_id, point_id, n + (this.#points.get(tenant_id)?.get(point_id) ?? 0))
  }

  /** So many are left of a point, which is the last to be visited then. */
  set(tenant_id: Owner, point_id: number, n: number): void {
    const points = this.#points.get(tenant_id) ?? new Map<number, number>()
    const count = this.countOf(tenant_id) + n - (points.get(point_id) ?? 0)
    points.delete(point_id)
    if (n > 0) points.set(point_id, n)
    if (points.size > 0) this.#points.set(tenant_id, points)
    else this.#points.delete(tenant_id)
    if (count > 0) this.#counts.set(tenant_id, count)
    else this.#counts.delete(tenant_id)
  }

  /** Reads some of those that were there at the start; whether there may be more. */
  async read(db: Db): Promise<boolean> {
    if (this.#isRead) return false
    const { rows } = await db.system(
      (q) =>
        sql<LateOfPoint & { last: [t0: number, seq: number] }>`
          select m.point_id, p.tenant_id, count(*) as n, max(array[m.t0, m.seq]) as last
          from (
            select point_id, t0, seq from tlm_minute_late where (point_id, t0, seq) > (${sql.join(this.#last)})
            order by point_id, t0, seq limit ${LATE_READ_AT_ONCE}
          ) m left join point p on p.point_id = m.point_id group by 1, 2 order by 1`.execute(q),
      'reports',
    )
    this.add(rows)
    const end = rows.at(-1)
    if (end) this.#last = [end.point_id, ...end.last]
    this.#isRead = rows.reduce((sum, { n }) => sum + n, 0) < LATE_READ_AT_ONCE
    return !this.#isRead
  }
}
