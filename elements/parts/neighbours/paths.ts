/** The console's page of a device, or a tab of it. */
export const devicePath = (sn_code: string, query: Readonly<Record<string, string>> = {}): string => {
  const path = `/deviceDetail/${encodeURIComponent(sn_code)}`
  const search = new URLSearchParams(query)
  return search.size > 0 ? `${path}?${search}` : path
}

/** A point's curve around a time, epoch ms; an alarm is marked in it. */
export const curvePath = (sn_code: string, key: string, time: number, alarm_id?: string): string =>
  devicePath(sn_code, { tab: 'curve', moment: `${key}@${time}`, ...(alarm_id !== undefined && { alarm: alarm_id }) })

export const rulePath = (sn_code: string, rule_id?: string): string =>
  devicePath(sn_code, rule_id === undefined ? { tab: 'rules' } : { tab: 'rules', rule: rule_id })

export const screenPath = (sn_code: string): string => `/configureMonitor?sn=${encodeURIComponent(sn_code)}`

/** The shift log with an entry begun about a device, or about an alarm of one. */
export const shiftLogPath = (about: { about: string } | { alarm: string }): string =>
  `/info/shiftLog?${new URLSearchParams(about)}`
