import { runLimited } from '../../limits/limited-thread.ts'
import type { RowInput } from './plan.ts'
import type { Sealed } from './seal.ts'

const HASHING = new URL('./hash-thread.ts', import.meta.url)
/** Passwords that a thread has at a time: less than a second of work, which is all that a cancelled import goes on for. */
const AT_ONCE = 25
const LIMITS = { ms: 60_000, heapMb: 64 }

/** A password of a row is sealed; where the server made it, its hash is there. */
export type OpenRow = {
  row_no: number
  input: Omit<RowInput, 'password'> & { sealed?: Sealed; password_hash?: string }
}

/**
 * Hashes of the passwords of an import's rows, made beside the writing of those before them. They are what an import of typed
 * passwords takes its time for: 17 to 35 ms of a core each, 10,000 on two free cores 90 s, where those that the server makes
 * are done in 8 s. Devices connect as their rows are done, they do not wait for the last one.
 */
export interface Hashes {
  /** Begins with those of these rows that were not begun. */
  begin(rows: readonly OpenRow[]): void
  /** By row, once they are there. Rejects where they could not be made; the next time they are begun anew. */
  of(rows: readonly OpenRow[]): Promise<Map<number, string>>
}

/** `holder`: whose turns it takes. */
export function openHashes(holder: string, unseal: (row: OpenRow, sealed: Sealed) => string): Hashes {
  const begun = new Map<number, Promise<string>>()

  function begin(rows: readonly OpenRow[]): void {
    const open = rows.filter(({ row_no, input }) => input.sealed !== undefined && !begun.has(row_no))
    for (let at = 0; at < open.length; at += AT_ONCE) {
      const part = open.slice(at, at + AT_ONCE)
      const passwords = part.map((row) => unseal(row, row.input.sealed as Sealed))
      const made = runLimited<string[]>(HASHING, passwords, { ...LIMITS, holder, kind: 'hash' })
      part.forEach(({ row_no }, n) => {
        const one = made.then((hashes) => hashes[n] as string)
        begun.set(row_no, one)
        one.catch(() => begun.delete(row_no))
      })
    }
  }

  return {
    begin,
    async of(rows) {
      begin(rows)
      const hashes = await Promise.all(
        rows.map(
          async ({ row_no, input }): Promise<[number, string]> => [
            row_no,
            input.password_hash ?? (await begun.get(row_no)) ?? '',
          ],
        ),
      )
      for (const { row_no } of rows) begun.delete(row_no)
      return new Map(hashes)
    },
  }
}
