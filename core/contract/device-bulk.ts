import * as z from 'zod/mini'
import { ORGANISATION_MOST } from '../catalogue/quotas.ts'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { ReportInterval } from './device.ts'
import { deviceFilters } from './device-filters.ts'
import { DEVICES_A_MOVE } from './device-group.ts'
import { endpoint } from './endpoint.ts'
import { SnCode } from './telemetry.ts'

/** What acts on many devices say of each, and need for the way back. */
export const FoundDevice = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  group_id: z.nullable(z.int()),
  tags: z.array(z.string()),
  report_interval_s: z.int(),
})
export type FoundDevice = z.infer<typeof FoundDevice>

export const deviceBulk = {
  found: endpoint({
    method: 'GET',
    path: '/dev/SN',
    needs: DEVICE_READERS,
    summary: `All devices that a filter of the list finds, by SN: at most ${ORGANISATION_MOST.devices}.`,
    input: z.object(deviceFilters),
    output: z.array(FoundDevice),
  }),
  setInterval: endpoint({
    method: 'PUT',
    path: '/dev/interval',
    needs: ['P30200'],
    summary:
      'Sets how often devices report. Answers for each device: those that may not be changed stay as they are, and virtual ' +
      'ones, with 100006.',
    input: z.object({
      sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(DEVICES_A_MOVE)),
      report_interval_s: ReportInterval,
    }),
    /** `id` is the SN; `code` null where it is done. */
    output: z.array(z.object({ id: z.string(), code: z.nullable(z.string()) })),
    refusals: ['110509', '110539'],
  }),
}
