import * as z from 'zod/mini'
import { DAY_MS } from '../catalogue/durations.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'
import { SnCode } from './telemetry.ts'

/** For so many days an SN waits on the list for its device to connect. */
export const LISTED_DAYS = 30
export const LISTED_MS = LISTED_DAYS * DAY_MS
/** For so many days a device is offered. */
export const OFFERED_DAYS = 14

/** An SN that may connect before anybody registers it. Times are epoch milliseconds, UTC. */
export const ListedDevice = z.object({
  sn_code: z.string(),
  /** Only with the password that was listed beside it; else its first one counts. */
  has_password: z.boolean(),
  listed_time: z.int(),
  listed_user_name: z.string(),
  /** When it connected last, null before it did: from then on it waits to be registered. */
  last_seen_time: z.nullable(z.int()),
  /** When it leaves the list where it does not connect. */
  ends_time: z.int(),
})
export type ListedDevice = z.infer<typeof ListedDevice>

const search = z.optional(z.string().check(z.maxLength(64)))
const administrators = ['administrator'] as const

/**
 * SNs that may connect although nobody has registered them, where the server takes no others (`PROVISIONING=list`). To be on
 * the list gives nobody the device: whoever has its SN and password registers it once it has connected.
 */
export const deviceListing = {
  list: endpoint({
    method: 'GET',
    path: '/dev/provisioning',
    needs: administrators,
    ownOnly: true,
    summary: 'SNs that the organisation has listed, the newest first; `is_open` where the server takes every SN.',
    input: z.object({ ...Paging, search }),
    output: z.extend(pageOf(ListedDevice), { is_open: z.boolean() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/dev/provisioning',
    needs: administrators,
    ownOnly: true,
    summary: `Lists SNs for ${LISTED_DAYS} days, anew where they are listed already. Answers for each: 110534 where it is registered and its device has appeared, or is awaited here.`,
    input: z.object({
      lines: z
        .array(
          z.object({
            sn_code: SnCode,
            password: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.strongPassword))),
          }),
        )
        .check(z.minLength(1), z.maxLength(LIMITS.awaitedSnsAtOnce)),
    }),
    output: z.array(z.object({ id: z.string(), code: z.nullable(z.string()) })),
    refusals: ['100019'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/dev/provisioning',
    needs: administrators,
    ownOnly: true,
    summary: 'Takes SNs off the list. One that has connected and nobody registered connects no more.',
    input: z.object({ sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(LIMITS.awaitedSnsAtOnce)) }),
    output: Nothing,
  }),
}

/** A device that is offered to somebody. Between organisations neither side's names are shown to the other. */
export const DeviceOffer = z.object({
  offer_id: z.int(),
  sn_code: z.string(),
  /** '' where another organisation offers it. */
  dev_alias: z.string(),
  dev_model: z.string(),
  /** By whom; '' where another organisation offers it. */
  by_name: z.string(),
  /** To whom, as the offerer named him. */
  to_name: z.string(),
  /** Between organisations, as far as the reader may know: for the offerer, where a name was typed. */
  is_outside: z.boolean(),
  /** The values recorded so far go along; within an organisation they always do. */
  with_history: z.boolean(),
  /** Bytes of history that count for the reader’s organisation once it accepts; null where none come from another one. */
  history_bytes: z.nullable(z.int()),
  offered_time: z.int(),
  ends_time: z.int(),
})
export type DeviceOffer = z.infer<typeof DeviceOffer>

const either = ['P30100', 'P30200'] as const
const offer_id = z.int()

/**
 * A device changes hands: it is offered, and whoever it is offered to accepts. Only who registered it and administrators
 * offer it; the offer ends with that right, when the device is deregistered, and after `OFFERED_DAYS`.
 */
export const deviceTransfer = {
  list: endpoint({
    method: 'GET',
    path: '/dev/transfer',
    needs: either,
    summary:
      'Offers that stand, the newest first: `received` by the caller, or `made` of devices that the caller may offer.',
    input: z.object({ ...Paging, of: z.enum(['made', 'received']), search }),
    output: pageOf(DeviceOffer),
  }),
  offer: endpoint({
    method: 'POST',
    path: '/dev/transfer',
    needs: ['P30200'],
    summary:
      'Offers a device, in place of an offer of it that stands: to a user of the organisation (`user_id`), or to whoever signs ' +
      'in by `user_name`. Whether there is such a user is not answered. Refused with 110538 but for administrators and the ' +
      'user who registered it.',
    input: z.object({
      sn_code: SnCode,
      user_id: z.optional(z.int()),
      user_name: z.optional(Line(64)),
      with_history: z._default(z.boolean(), false),
    }),
    output: Nothing,
    refusals: ['100014', '100019', '110509', '110538', '110539'],
  }),
  accept: endpoint({
    method: 'PUT',
    path: '/dev/transfer',
    needs: ['P30100'],
    ownOnly: true,
    summary:
      'Takes over an offered device. Of another organisation it comes with a name and, if said, a template of the own one: ' +
      'there it is deregistered at the same time. Refused with 110538 where the offer stands no more, and with 100019 at ' +
      '`offer_id` where the history that comes along would have older history of the own organisation dropped.',
    input: z.object({
      offer_id,
      /** Left out within the organisation, the group stays; else the default one. */
      group_id: z.optional(z.int()),
      /** Between organisations only, as the next. */
      dev_alias: z.optional(Line(LIMITS.deviceListField)),
      template_id: z.optional(z.int()),
    }),
    output: z.object({ sn_code: z.string() }),
    refusals: ['100019', '110534', '110538', '110539', '112002'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/dev/transfer',
    needs: either,
    summary:
      'Ends an offer: withdraws it, or declines it where it is the caller’s to accept. Refused with 110538 otherwise.',
    input: z.object({ offer_id }),
    output: Nothing,
    refusals: ['110538'],
  }),
}
