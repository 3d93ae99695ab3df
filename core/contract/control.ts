import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { PointKey, SnCode, Value } from './telemetry.ts'

/** `acknowledged` is skipped by devices that have no replies (Sparkplug): `done` is then the report of the written value. */
export const CommandStatus = z.enum(['sent', 'acknowledged', 'done', 'failed', 'timeout'])
export type CommandStatus = z.infer<typeof CommandStatus>

/** A write and how far it got: the operation record. */
export const Command = z.object({
  id: z.string(),
  sn_code: z.string(),
  key: z.string(),
  old_value: Value,
  value: Value,
  user_name: z.string(),
  status: CommandStatus,
  sent_time: z.int(),
  ack_time: z.nullable(z.int()),
  end_time: z.nullable(z.int()),
  /** Why it failed, in the device's words. */
  reason: z.nullable(z.string()),
})
export type Command = z.infer<typeof Command>

/** What a write answers: the command as it was sent, or the selection of a two-step point. */
export const WriteAnswer = z.object({
  id: z.string(),
  status: z.union([z.literal('selected'), CommandStatus]),
  /** How long a selection waits for its confirmation, ms. */
  confirm_ms: z.optional(z.int()),
})
export type WriteAnswer = z.infer<typeof WriteAnswer>

export const control = {
  write: endpoint({
    method: 'POST',
    path: '/dev/controls',
    needs: ['P10000', 'P100000', 'P30000'],
    summary:
      'Writes a point: a command to the device, answered when it is sent; its steps are read with GET. A two-step point ' +
      'is only selected at first: nothing is sent or recorded until the same user calls again with the same value and ' +
      'the id of the selection as `confirm`, within `confirm_ms`.',
    input: z.object({
      sn_code: SnCode,
      key: PointKey,
      value: Value,
      /** The id of the selection that this call confirms. */
      confirm: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: WriteAnswer,
    refusals: ['110509', '110539', '100027', '100002'],
  }),
  steps: endpoint({
    method: 'GET',
    path: '/dev/controls',
    needs: ['P10000', 'P100000', 'P30000'],
    summary: 'How far a write got.',
    input: z.object({ id: z.string().check(z.maxLength(64)) }),
    output: Command,
    refusals: ['100002'],
  }),
  records: endpoint({
    method: 'GET',
    path: '/dev/controls/records',
    needs: ['P10000', 'P100000', 'P30000'],
    summary: 'Operation records of a device, newest first.',
    input: z.object({ ...Paging, sn_code: SnCode, start: z.optional(z.int()), end: z.optional(z.int()) }),
    output: pageOf(Command),
    refusals: ['110509'],
  }),
}
