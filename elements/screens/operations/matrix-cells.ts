import type { Permission } from '../../../core/catalogue/permissions.ts'
import type { Operations } from '../../../core/contract/privilege.ts'

/** One box: who, and which operation. */
export type CellKey = `${number} ${string}`
export const keyOf = (user_id: number, code: string): CellKey => `${user_id} ${code}`

/** Requests that are not answered yet, by their box. */
export type RequestedCells = ReadonlyMap<CellKey, boolean>

/** State of a box: granted here, by a role, by being an administrator, or not at all. */
export type RightSource = 'direct' | 'role' | 'administrator' | null

export function rightSourceOf(row: Operations, code: Permission, requested: RequestedCells): RightSource {
  if (row.user_type === 1) return 'administrator'
  if (row.from_roles.includes(code)) return 'role'
  return (requested.get(keyOf(row.user_id, code)) ?? row.direct.includes(code)) ? 'direct' : null
}

/** Those of the rows for whom giving or taking changes something. */
export const changeable = (
  rows: readonly Operations[],
  code: Permission,
  is_allowed: boolean,
  requested: RequestedCells,
) => rows.filter((row) => rightSourceOf(row, code, requested) === (is_allowed ? null : 'direct'))

/** The rows after an answer. */
export const withChange = (
  rows: readonly Operations[],
  user_ids: readonly number[],
  code: Permission,
  is_allowed: boolean,
): Operations[] =>
  rows.map((row) => {
    if (!user_ids.includes(row.user_id)) return row
    const others = row.direct.filter((one) => one !== code)
    return { ...row, direct: is_allowed ? [...others, code] : others }
  })
