import * as z from 'zod/mini'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { Tags } from './device.ts'
import { DEVICES_A_MOVE } from './device-group.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { SnCode } from './telemetry.ts'

export const DeviceTag = z.object({ tag: z.string(), device_count: z.int() })
export type DeviceTag = z.infer<typeof DeviceTag>

/** So many are listed: those of most devices. */
export const TAGS_LISTED = 500

export const deviceTag = {
  list: endpoint({
    method: 'GET',
    path: '/dev/tags',
    needs: DEVICE_READERS,
    summary: `Tags of the devices that the caller may see, with how many have each; at most ${TAGS_LISTED}, by name.`,
    input: Nothing,
    output: z.array(DeviceTag),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/dev/tags',
    needs: ['P30200'],
    summary:
      'Gives tags to devices and takes others away. Answers for each device: those that may not be changed stay as they are.',
    input: z.object({
      sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(DEVICES_A_MOVE)),
      add: Tags,
      remove: Tags,
    }),
    /** `id` is the SN; `code` null where it is done. */
    output: z.array(z.object({ id: z.string(), code: z.nullable(z.string()) })),
    refusals: ['110509', '110539'],
  }),
}
