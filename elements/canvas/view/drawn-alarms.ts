import type { PointAlarm, PointSource } from '../../../core/canvas/point-source.ts'
import type { Runtime } from '../../../core/canvas/runtime.ts'

/** The alarms behind the mark at a control, the worst first, the newest before others of its level. */
export function drawnAlarms(
  control_id: string,
  runtime: Pick<Runtime, 'alarmPoints'>,
  source: Pick<PointSource, 'alarms'>,
): readonly PointAlarm[] {
  const points = runtime.alarmPoints(control_id)
  const devices = new Set(points.map(({ sn_code }) => sn_code))
  const found = [...devices].flatMap((device) => {
    const keys = new Set(points.flatMap(({ sn_code, key }) => (sn_code === device ? [key] : [])))
    return (source.alarms?.(device) ?? []).filter(({ key }) => keys.has('*') || keys.has(key))
  })
  return found.sort((a, b) => b.alarm_level - a.alarm_level || b.alarm_time - a.alarm_time)
}
