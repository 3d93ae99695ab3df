import * as z from 'zod/mini'
import { Point, pointFields } from './device.ts'
import { endpoint } from './endpoint.ts'
import { PointKey, SnCode } from './telemetry.ts'

/** What a device may say of a point itself, over its template. */
export const POINT_OVERRIDES = ['name', 'name_en', 'unit', 'decimals', 'write_min', 'write_max'] as const
export type PointOverride = (typeof POINT_OVERRIDES)[number]

const Overrides = z.array(z.enum(POINT_OVERRIDES)).check(z.maxLength(POINT_OVERRIDES.length))

/** A point of one device, with what its template says of it. */
export const DevicePoint = z.extend(Point, {
  /** Null of the device's own points. */
  template: z.nullable(z.object(pointFields)),
  /** What the device says itself, whatever the template says later. */
  own_fields: Overrides,
  /** Left out of lists and choices, and recorded all the same. */
  is_hidden: z.boolean(),
  /** Neither shown nor recorded; it can be put back with its history. */
  is_removed: z.boolean(),
  /** Its permission item is not the caller's: the caller does not change it. */
  is_closed: z.boolean(),
})
export type DevicePoint = z.infer<typeof DevicePoint>

/** All of a device's. */
export const DevicePoints = z.object({
  points: z.array(DevicePoint),
  /** Null where the device is bound to none. */
  template_id: z._default(z.nullable(z.int()), null),
})
export type DevicePoints = z.infer<typeof DevicePoints>

const edited = {
  name: z.optional(pointFields.name),
  name_en: z.optional(pointFields.name_en),
  unit: z.optional(pointFields.unit),
  decimals: z.optional(pointFields.decimals),
  write_min: z.optional(pointFields.write_min),
  write_max: z.optional(pointFields.write_max),
  access: z.optional(z.enum(['r', 'rw'])),
  is_hidden: z.optional(z.boolean()),
  is_removed: z.optional(z.boolean()),
}

const needs = ['P30200'] as const
const refusals = ['110509', '110539'] as const
const output = DevicePoints

export const devicePoint = {
  list: endpoint({
    method: 'GET',
    path: '/dev/points',
    needs,
    summary:
      'All points of a device that the caller may change, hidden and removed ones too, with what its template says.',
    input: z.object({ sn_code: SnCode }),
    output,
    refusals,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/dev/points',
    needs,
    summary:
      'Changes a point of one device, over its template: the fields that are sent. Those of `reset`, and those that are set ' +
      "to the template's value, follow the template again. A removed point is neither shown nor recorded, and its alarms are " +
      'over; `is_removed: false` puts it back with its history. `access` is changed of points without a template alone. Where `was` says what a field was before, it is refused at ' +
      'that field (100027) when somebody else has changed it since.',
    input: z.object({
      ...edited,
      sn_code: SnCode,
      key: PointKey,
      reset: z.optional(Overrides),
      was: z.optional(z.object(edited)),
    }),
    output,
    refusals: [...refusals, '100027'],
  }),
}
