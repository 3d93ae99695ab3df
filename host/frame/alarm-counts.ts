/** As the server counts them: by level, and those that are kept from operators. */
export interface AlarmCounts {
  readonly levels: readonly { readonly alarm_level: number; readonly unconfirmed: number; readonly open: number }[]
  readonly held: number
}

const CRITICAL = 5

export const openOf = ({ levels }: AlarmCounts): number => levels.reduce((sum, { open }) => sum + open, 0)
export const unconfirmedOf = ({ levels }: AlarmCounts): number =>
  levels.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0)

/** Levels with an open alarm, the worst first. */
export const openLevels = ({ levels }: AlarmCounts) =>
  levels.filter(({ open }) => open > 0).sort((a, b) => b.alarm_level - a.alarm_level)

/** Critical ones that nobody has seen. */
export const waitingCritical = ({ levels }: AlarmCounts): number =>
  levels.find(({ alarm_level }) => alarm_level === CRITICAL)?.unconfirmed ?? 0
