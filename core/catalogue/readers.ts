import type { Right } from './held-rights.ts'

/** The codes of the pages of devices: all that is known of those of the holder's groups. */
export const DEVICE_PAGES = ['P10000', 'P30000', 'P100000'] as const satisfies readonly Right[]

/** The codes of the pages that show alarms with everything that was done about them. */
export const ALARM_PAGES = [...DEVICE_PAGES, 'P73000'] as const satisfies readonly Right[]

/** Who may read what devices are called, what they measure and which alarms stand: where screens and dashboards are watched and designed too. */
export const DEVICE_READERS = [...ALARM_PAGES, 'P20000', 'P24000', 'P41600'] as const satisfies readonly Right[]

/** Who may read the data sources of templates that they see, and what these come to. */
export const SOURCE_READERS = ['P40000', 'P41000', 'P41600', 'P24000'] as const satisfies readonly Right[]
