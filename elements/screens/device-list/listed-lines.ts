import { SnCode } from '../../../core/contract/telemetry.ts'

export interface ListedLine {
  sn_code: string
  password?: string
}

/** What somebody pasted: an SN a line, with a password after a blank, tab or comma. `wrong` is the number of the first line that is none. */
export function readLines(pasted: string): { lines: ListedLine[]; wrong: number | null } {
  const lines: ListedLine[] = []
  let nth = 0
  for (const line of pasted.split('\n')) {
    nth++
    const [sn_code = '', ...rest] = line.trim().split(/[\s,，;]+/)
    if (sn_code === '' && rest.length === 0) continue
    const [password] = rest
    if (!SnCode.safeParse(sn_code).success || rest.length > 1) return { lines, wrong: nth }
    lines.push({ sn_code, ...(password && { password }) })
  }
  return { lines, wrong: null }
}
