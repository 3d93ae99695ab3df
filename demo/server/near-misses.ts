import { SETTINGS } from './settings.ts'

export interface NearMiss {
  variable: string
  meant: string
}

/** Short names lie near everyone's: HOME is two letters from HOST. */
const LETTERS = { ofShort: 1, ofLong: 2, longFrom: 8 }

/** Variables that are none of ours, and so near to one that is not set that it was probably meant. */
export function nearMisses(env: Readonly<Record<string, string | undefined>>): NearMiss[] {
  const missing = Object.keys(SETTINGS).filter((name) => !env[name])
  return Object.keys(env).flatMap((variable) => {
    if (Object.hasOwn(SETTINGS, variable)) return []
    const meant = missing.find((name) => isNear(variable.toUpperCase(), name))
    return meant === undefined ? [] : [{ variable, meant }]
  })
}

function isNear(variable: string, name: string): boolean {
  const most = name.length >= LETTERS.longFrom ? LETTERS.ofLong : LETTERS.ofShort
  return Math.abs(variable.length - name.length) <= most && distance(variable, name) <= most
}

/** Letters to add, drop, change, or swap with the next one (Damerau and Levenshtein, each place edited once). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const above = rows[i - 1] as number[]
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? ((rows[i - 2] as number[])[j - 2] as number) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, swapped, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
}
