import * as z from 'zod/mini'
import { AlarmsBegun } from './alarm-record.ts'
import { endpoint } from './endpoint.ts'
import { QuotaUse } from './quota.ts'

export const STATISTICS = ['alarms', 'availability', 'quotas'] as const

/** How much of the time for which it is known a device was online, in ms, and how often it was offline. */
export const DeviceAvailability = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  online: z.int(),
  known: z.int(),
  outages: z.int(),
})
export type DeviceAvailability = z.infer<typeof DeviceAvailability>

/** Null: it was not asked for, or the caller's rights do not open it. */
export const Statistics = z.object({
  /** Alarms that began on each of the last seven days of the organisation's clock, today last. */
  alarms: z.nullable(z.array(AlarmsBegun)),
  /** The five devices that were online least in the last seven days; none that was always. Some minutes old at most. */
  availability: z.nullable(z.object({ start: z.int(), end: z.int(), rows: z.array(DeviceAvailability) })),
  /** What the caller uses of what he may, his organisation's storage among it: for who may read quotas (P53000). */
  quotas: z.nullable(z.array(QuotaUse)),
})
export type Statistics = z.infer<typeof Statistics>

export const statistics = {
  read: endpoint({
    method: 'GET',
    path: '/administrator/statistics',
    needs: ['P10000'],
    summary: 'What the home page counts, of the devices that the caller sees: only of the types that are named.',
    input: z.object({ types: z.array(z.enum(STATISTICS)).check(z.minLength(1), z.maxLength(STATISTICS.length)) }),
    output: Statistics,
    empty: { types: '111000' },
  }),
}
