import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { SnCode } from './telemetry.ts'

/** For so many days a device that was deregistered is kept, with its history. */
export const DEREGISTERED_DAYS = 30

/** Of so many at most, of an organisation: the newest. Those before are deleted early. */
export const DEREGISTERED_MOST = 25_000

/** So many are deregistered in one call: each has its connections, alarms and shares ended. */
export const DEVICES_AN_END = 50

/** A device that was deregistered and may be restored. Times are epoch milliseconds, UTC. */
export const DeregisteredDevice = z.object({
  device_id: z.int(),
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_model: z.string(),
  group_name: z.string(),
  deregistered_time: z.int(),
  deregistered_user_name: z.string(),
  /** When it is deleted for good, with its history. */
  deleted_time: z.int(),
})
export type DeregisteredDevice = z.infer<typeof DeregisteredDevice>

const needs = ['P30200'] as const

export const deviceEnd = {
  deregister: endpoint({
    method: 'DELETE',
    path: '/dev',
    needs,
    summary:
      'Deregisters a device: its connections end, its open alarms are over, and its SN is free to be registered. For ' +
      `${DEREGISTERED_DAYS} days it can be restored with all that it had; of an organisation the newest ` +
      `${DEREGISTERED_MOST} are kept. Refused with 110535 but for administrators and ` +
      'the user who registered it.',
    input: z.object({ sn_code: SnCode }),
    output: z.object({ device_id: z.int() }),
    refusals: ['110509', '110535', '110539'],
  }),
  deregisterMany: endpoint({
    method: 'POST',
    path: '/dev/deregistered',
    needs,
    summary:
      'Deregisters devices, one after the other. Answers for each: those that are not the caller’s to give away stay, and ' +
      'virtual ones, with 100006.',
    input: z.object({ sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(DEVICES_AN_END)) }),
    /** `id` is the SN; `code` null where it is done, and `device_id` what it is restored by. */
    output: z.array(z.object({ id: z.string(), code: z.nullable(z.string()), device_id: z.optional(z.int()) })),
    refusals: ['110509', '110535', '110539'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/dev/deregistered',
    needs,
    summary: 'Deregistered devices that the caller may restore, the newest first.',
    input: z.object({ ...Paging, search: z.optional(z.string().check(z.maxLength(64))) }),
    output: pageOf(DeregisteredDevice),
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/dev/deregistered',
    needs,
    summary:
      'Restores a deregistered device as it was; in the default group where its own is gone. Refused with 110534 when its ' +
      'SN was registered again meanwhile, and with 110551 when its card is in another device.',
    input: z.object({ device_id: z.int() }),
    output: z.object({ sn_code: z.string() }),
    refusals: ['100019', '110509', '110534', '110535', '110539', '110551'],
  }),
}
