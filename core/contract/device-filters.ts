import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { RegionCode } from './region.ts'
import { DevState, PointKey } from './telemetry.ts'

/** Which devices of those that the caller sees. */
export const whichDevices = {
  search: z.optional(z.string().check(z.maxLength(64))),
  group_id: z.optional(z.int()),
  dev_state: z.optional(z.array(DevState).check(z.maxLength(4))),
}

/** What lists of devices are filtered by. */
export const deviceFilters = {
  ...whichDevices,
  dev_model: z.optional(z.string().check(z.maxLength(LIMITS.modelName))),
  tag: z.optional(z.string().check(z.maxLength(LIMITS.deviceTag))),
  template_id: z.optional(z.int()),
  /** Without the groups below `group_id`. */
  group_only: z.optional(z.boolean()),
  /** A division of China, with all that it is divided into. */
  region_code: z.optional(RegionCode),
  /** Those that list a point of one of these keys. */
  keys: z.optional(z.array(PointKey).check(z.maxLength(10))),
}
