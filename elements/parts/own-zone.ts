import { isTimeZone } from '../../core/contract/time-zone-name.ts'

/** The browser's time zone for an organisation that begins; nothing where the browser does not know it. */
export function ownZone(): { timezone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? { timezone: timeZone } : {}
}

/** The zones that this browser knows, and the one that is set. */
export const zoneOptions = (set: string) =>
  [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort().map((id) => ({ id, label: id }))
