import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Line } from './plain-text.ts'

const Corner = z.object({
  lat: z.number().check(z.minimum(-85), z.maximum(85)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
})
const fields = {
  fence_name: Line(LIMITS.geofenceName),
  /** The device group that it belongs to: who holds the group sees and changes it. Null: everybody sees it. */
  group_id: z._default(z.nullable(z.int()), null),
  /** WGS-84. One is the centre of a circle, three or more are a polygon's, in the order of its edges. */
  corners: z.array(Corner).check(z.minLength(1), z.maxLength(LIMITS.geofenceCorners)),
  /** Null for a polygon. */
  radius_m: z._default(
    z.nullable(z.number().check(z.minimum(LIMITS.geofenceRadiusMinM), z.maximum(LIMITS.geofenceRadiusM))),
    null,
  ),
}
const byId = { fence_id: z.int() }

/** An area on the map that devices enter and leave: what alarm rules ask for. */
export const Geofence = z.object({
  ...byId,
  ...fields,
  /** Counts changes: sent back by who changes it, so that nobody writes over what somebody else changed. */
  version: z.int(),
  may_edit: z.boolean(),
  /** Alarm rules that name it, also those that the caller does not see. */
  rule_count: z.int(),
  /** The first of them that the caller sees: what the template or device is called, and the alarm. */
  rules: z.array(z.object({ owner: z.string(), alarm_name: z.string(), alarm_name_en: z.nullable(z.string()) })),
})
export type Geofence = z.infer<typeof Geofence>

/** Of the rules that name a fence, so many are listed. */
export const FENCE_RULES_LISTED = 20

export const geofence = {
  list: endpoint({
    method: 'GET',
    path: '/dev/fences',
    needs: ['P34000'],
    summary: 'The geofences that the caller sees, by name, with the alarm rules that name each.',
    input: Nothing,
    output: z.array(Geofence),
  }),
  create: endpoint({
    method: 'POST',
    path: '/dev/fences',
    needs: ['P30200'],
    summary: `Draws a geofence for a group that the caller may write, or for all; ${LIMITS.geofences} of an organisation at most. Its edges do not cross.`,
    input: z.object(fields),
    output: z.object(byId),
    refusals: ['112002', '110539', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/dev/fences',
    needs: ['P30200'],
    summary:
      'Changes a geofence; what devices report next is compared with it as it is then. A `version` that is not the newest is refused.',
    input: z.object({ ...byId, ...fields, version: z.int() }),
    output: z.object(byId),
    refusals: ['100002', '112002', '110539', '100027'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/dev/fences',
    needs: ['P30200'],
    summary: 'Deletes a geofence. Refused while alarm rules name it.',
    input: z.object(byId),
    output: Nothing,
    refusals: ['100002', '110539'],
  }),
}
