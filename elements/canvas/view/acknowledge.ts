import type { Connection } from '../../../core/connection/connection.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { pointsOf } from '../../../core/rules/expression/points.ts'
import type { NamedPoint } from './run-actions.ts'

/** The points that a control is bound to, on a screen of this device. */
export const boundPoints = (control: Control, sn_code: string): NamedPoint[] =>
  Object.values(control.bindings)
    .flatMap(({ expression }) => pointsOf(expression))
    .map(({ sn_code: own, key }) => ({ sn_code: own || sn_code, key }))

/** Confirms the open alarms of points that nobody has confirmed yet; how many there were. */
export async function acknowledgeAlarms({ api }: Connection, points: readonly NamedPoint[]): Promise<number> {
  let count = 0
  for (const device of new Set(points.map(({ sn_code }) => sn_code))) {
    const { rows } = await api.alarm.open({ sn_code: device, page_size: 100 })
    const keys = points.filter(({ sn_code }) => sn_code === device).map(({ key }) => key)
    const mine = rows.filter((alarm) => alarm.confirm_time === null && (keys.includes('*') || keys.includes(alarm.key)))
    for (const { alarm_id } of mine) await api.alarm.confirm({ alarm_id })
    count += mine.length
  }
  return count
}
