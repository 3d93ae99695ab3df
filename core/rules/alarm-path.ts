import type { Right } from '../catalogue/held-rights.ts'

/**
 * Where in the console an alarm is read by who holds these rights, below the base path; null where they open no page of it.
 * Without an id: all open alarms, or those of the device.
 */
export function alarmPath(
  holds: (right: Right) => boolean,
  { sn_code, alarm_id }: { sn_code: string; alarm_id?: string | number },
): string | null {
  if (!holds('P00000')) return null
  if (holds('P73000')) return `/info/realTimeFault${alarm_id === undefined ? '' : `?alarm=${alarm_id}`}`
  return holds('P10000') ? `/deviceDetail/${encodeURIComponent(sn_code)}?tab=alarms` : null
}
