import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { DEVICE_PAGES } from '../catalogue/readers.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { TextBody } from './plain-text.ts'
import { DevState, SnCode } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** A device that one user of the organisation shares with another. Times are epoch milliseconds, UTC. */
export const DeviceShare = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_state: DevState,
  /** With whom. */
  user_id: z.int(),
  user_name: z.string(),
  name: z.string(),
  by_user_name: z.string(),
  by_name: z.string(),
  /** The recipient may write to its points too, as far as the own role lets him write at all. */
  may_write: z.boolean(),
  /** When it ends by itself; null: not before it is taken back. */
  until_time: z.nullable(z.int()),
  remarks: z.string(),
  shared_time: z.int(),
})
export type DeviceShare = z.infer<typeof DeviceShare>

/** Somebody to share with. */
export const Sharee = z.object({ user_id: z.int(), user_name: z.string(), name: z.string() })
export type Sharee = z.infer<typeof Sharee>

const needs = ['P33000'] as const
const search = z.optional(z.string().check(z.maxLength(64)))
const user_ids = z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.deviceSharees))

/**
 * Devices shared with single users of the organisation, beside the groups that they reach. Only who registered a device and
 * administrators share it, and take it back. What is shared is looked at, and written where the share says so; it is managed
 * as before by those of its group alone, and not passed on. A share ends with the right of who made it.
 */
export const deviceShare = {
  list: endpoint({
    method: 'GET',
    path: '/dev/share',
    needs,
    summary:
      'Shares, the newest first: `given`, of devices that the caller may share, by whomever; `received`, with the caller, as far as they hold now.',
    input: z.object({
      ...Paging,
      of: z.enum(['given', 'received']),
      search,
      /** Of this device. */
      sn_code: z.optional(SnCode),
    }),
    output: pageOf(DeviceShare),
    refusals: ['110509'],
  }),
  devices: endpoint({
    method: 'GET',
    path: '/dev/share/devices',
    needs,
    summary: 'The first devices, by name, that the caller may share.',
    input: z.object({ search }),
    output: z.array(z.object({ sn_code: z.string(), dev_alias: z.string(), may_write: z.boolean() })),
  }),
  people: endpoint({
    method: 'GET',
    path: '/dev/share/people',
    needs: [...needs, 'P30200'],
    summary:
      'The first users, by name, with whom the caller may share, or to whom he may transfer: those of the list of users.',
    input: z.object({ search }),
    output: z.array(Sharee),
  }),
  share: endpoint({
    method: 'POST',
    path: '/dev/share',
    needs,
    summary:
      `Shares a device with users of the organisation, ${LIMITS.deviceSharees} at most in all; with whom it is shared already, it is shared as said now. ` +
      'Refused with 100015 but for administrators and the user who registered it, with 110539 where the caller may not write what he would let write, and with 100019 beyond the quota of who shares.',
    input: z.object({
      sn_code: SnCode,
      user_ids,
      may_write: z._default(z.boolean(), false),
      until_time: z._default(z.nullable(Timestamp), null),
      remarks: z._default(TextBody(LIMITS.groupRemarks), ''),
    }),
    output: Nothing,
    refusals: ['100014', '100019', '110509', '110539'],
  }),
  recycle: endpoint({
    method: 'DELETE',
    path: '/dev/share',
    needs,
    summary:
      'Takes a shared device back from users, at once. Refused with 100015 as sharing is, and with 110537 where it is shared with none of them.',
    input: z.object({ sn_code: SnCode, user_ids }),
    output: Nothing,
    refusals: ['110509', '110537'],
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/dev/share/received',
    needs: [...needs, ...DEVICE_PAGES],
    summary: 'Gives back a device that is shared with the caller. Refused with 110537 where it is not.',
    input: z.object({ sn_code: SnCode }),
    output: Nothing,
    refusals: ['110509', '110537'],
  }),
}
