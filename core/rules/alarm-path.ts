import type { Right } from '../catalogue/held-rights.ts'

// Each page's right with the sections that it stands in: the table of permissions is too long for every screen.
const FAULT_PAGE = ['P00000', 'P70000', 'P73000'] as const satisfies readonly Right[]
const DEVICE_PAGE = ['P00000', 'P10000'] as const satisfies readonly Right[]

type Holds = (right: Right) => boolean

/** Whether the page of open alarms is open to who holds these rights. */
export const mayOpenFaults = (holds: Holds): boolean => FAULT_PAGE.every(holds)

/**
 * Where in the console an alarm is read by who holds these rights, below the base path; null where they open no page of it.
 * Without an id: all open alarms, or those of the device.
 */
export function alarmPath(
  holds: Holds,
  { sn_code, alarm_id }: { sn_code: string; alarm_id?: string | number },
): string | null {
  if (mayOpenFaults(holds)) return `/info/realTimeFault${alarm_id === undefined ? '' : `?alarm=${alarm_id}`}`
  if (!DEVICE_PAGE.every(holds)) return null
  return `/deviceDetail/${encodeURIComponent(sn_code)}?tab=alarms${alarm_id === undefined ? '' : `&alarm=${alarm_id}`}`
}
