import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'

/** One thing that was measured. `case` is the situation, `subject` who was in it. */
export interface Row {
  case: string
  subject: string
  metric: string
  value: number
  unit: string
}

/** Our value over the peer's in the same case and run: below 1 is less. */
export interface Ratio {
  case: string
  ours_to: string
  metric: string
  ratio: number
}

export const OURS = 'sightglass'

/** What a benchmark measured; a peer's values become ratios. */
export class Results {
  readonly rows: Row[] = []
  readonly ratios: Ratio[] = []

  add(situation: string, subject: string, metric: string, value: number, unit: string): void {
    this.rows.push({ case: situation, subject, metric, value: round(value), unit })
  }

  /** Ratios of ours to a peer, for the metrics that both were measured by. */
  compare(situation: string, peer: string): void {
    const of = (subject: string) => this.rows.filter((row) => row.case === situation && row.subject === subject)
    for (const ours of of(OURS)) {
      const theirs = of(peer).find(({ metric, unit }) => metric === ours.metric && unit === ours.unit)
      if (!theirs || theirs.value === 0) continue
      this.ratios.push({ case: situation, ours_to: peer, metric: ours.metric, ratio: round(ours.value / theirs.value) })
    }
  }
}

/** To four digits: no benchmark on a shared machine knows more. */
const round = (value: number) => Number(value.toPrecision(4))

/** The value below which `share` (0 to 1) of the values lie; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const loadNow = (): number => loadavg()[0] ?? 0

export function print(name: string, { rows, ratios }: Results): void {
  const width = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length))
  const cases = width(rows.map((row) => row.case))
  const subjects = width(rows.map((row) => row.subject))
  const metrics = width([...rows, ...ratios].map((row) => row.metric))
  console.log(`\n${name}`)
  for (const row of rows) {
    const who = `${row.case.padEnd(cases)}  ${row.subject.padEnd(subjects)}  ${row.metric.padEnd(metrics)}`
    console.log(`  ${who}  ${String(row.value).padStart(10)} ${row.unit}`)
  }
  if (ratios.length > 0) console.log('  ours to')
  for (const row of ratios) {
    const who = `${row.case.padEnd(cases)}  ${row.ours_to.padEnd(subjects)}  ${row.metric.padEnd(metrics)}`
    console.log(`  ${who}  ${String(row.ratio).padStart(10)}`)
  }
}

export function write(folder: string, name: string, { rows, ratios }: Results): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ name, rows, ratios }, null, 2)}\n`)
}
