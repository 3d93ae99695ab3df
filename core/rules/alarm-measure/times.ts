/** The value that this share of them does not exceed (nearest rank); null of none. `sorted` is ascending. */
export function rankOf(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

interface Timed {
  alarm_level: number
  alarm_time: number
  recover_time: number | null
  confirm_time: number | null
}

export interface LevelTimes {
  /** Null: of all levels. */
  alarm_level: number | null
  annunciated: number
  confirmed: number
  /** From the alarm to its confirmation, ms; of those that are confirmed. */
  confirm_median: number | null
  confirm_p90: number | null
  recovered: number
  recover_median: number | null
  recover_p90: number | null
}

/** How long it took until alarms were confirmed and recovered: of all, then from level 5 to level 1. */
export function levelTimes(alarms: readonly Timed[]): LevelTimes[] {
  return [null, 5, 4, 3, 2, 1].map((alarm_level) => {
    const toConfirm: number[] = []
    const toRecover: number[] = []
    let annunciated = 0
    for (const { alarm_level: level, alarm_time, recover_time, confirm_time } of alarms) {
      if (alarm_level !== null && level !== alarm_level) continue
      annunciated++
      if (confirm_time !== null) toConfirm.push(confirm_time - alarm_time)
      if (recover_time !== null) toRecover.push(recover_time - alarm_time)
    }
    // Typed arrays are sorted as numbers, and several times as fast.
    const [confirmed, recovered] = [Float64Array.from(toConfirm).sort(), Float64Array.from(toRecover).sort()]
    return {
      alarm_level,
      annunciated,
      confirmed: confirmed.length,
      confirm_median: rankOf(confirmed, 0.5),
      confirm_p90: rankOf(confirmed, 0.9),
      recovered: recovered.length,
      recover_median: rankOf(recovered, 0.5),
      recover_p90: rankOf(recovered, 0.9),
    }
  })
}
