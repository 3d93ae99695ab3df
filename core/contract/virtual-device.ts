import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { Device, hasFewWords, Point } from './device.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'
import { Quality, SnCode, Value } from './telemetry.ts'

/** Points that one virtual device may have. */
export const MOST_VIRTUAL_POINTS = 200
/** Points that all virtual devices of a tenant may have. */
export const MOST_OF_TENANT = 2000

/** Signs of a formula: each is worked out whenever something that it reads is said. */
const FORMULA_LENGTH = 1000
const Formula = z.string().check(z.trim(), z.minLength(1), z.maxLength(FORMULA_LENGTH))

/**
 * A point that is worth what its formula says: an expression over points of registered devices, `WW0001.flow`, and of the
 * virtual device itself, `flow`. One that names nothing but a point takes over its value; every other one calculates.
 * It cannot be written. A value has the worst quality of what took part in it: where a device is silent, `uncertain`.
 */
export const VirtualPoint = z.object({
  key: Point.shape.key,
  name: Point.shape.name,
  name_en: Point.shape.name_en,
  data_type: Point.shape.data_type,
  unit: Point.shape.unit,
  decimals: Point.shape.decimals,
  enum_text: Point.shape.enum_text,
  keep_history: Point.shape.keep_history,
  formula: Formula,
})
export type VirtualPoint = z.infer<typeof VirtualPoint>

/** As lists show it. It is a device too: all that reads devices, their history and their alarms reads it by its `sn_code`. */
export const VirtualDevice = z.object({
  sn_code: Device.shape.sn_code,
  dev_alias: Device.shape.dev_alias,
  dev_state: Device.shape.dev_state,
  group_id: Device.shape.group_id,
  group_name: Device.shape.group_name,
  module_name: Device.shape.module_name,
  report_time: Device.shape.report_time,
  report_interval_s: Device.shape.report_interval_s,
  open_alarms: Device.shape.open_alarms,
  template_id: z.nullable(z.int()),
  point_count: z.int(),
  /** Devices that its formulas name. */
  source_count: z.int(),
  /** Whether the caller may change and delete it. */
  may_edit: z.boolean(),
})
export type VirtualDevice = z.infer<typeof VirtualDevice>

/** A device that formulas name. `dev_alias` is null where the caller does not see it, or it is gone. */
export const SourceDevice = z.object({ sn_code: z.string(), dev_alias: z.nullable(z.string()) })

export const VirtualDeviceDetail = z.extend(VirtualDevice, {
  points: z.array(VirtualPoint),
  sources: z.array(SourceDevice),
})
export type VirtualDeviceDetail = z.infer<typeof VirtualDeviceDetail>

const described = {
  dev_alias: Line(LIMITS.deviceListField),
  /** The default group when left out. */
  group_id: z.optional(z.int()),
  /** A nonstandard template, whose screens and alarm rules it has; null for none. */
  template_id: z.optional(z.nullable(z.int())),
  points: z.array(VirtualPoint).check(z.minLength(1), z.maxLength(MOST_VIRTUAL_POINTS), hasFewWords),
}

/** What a formula comes to now. */
export const TriedPoint = z.object({
  key: z.string(),
  value: Value,
  quality: Quality,
  data_time: z.nullable(z.int()),
  /** Why there is no value: a device or a point is not there, nothing came yet, it is not of the type; null otherwise. */
  problem: z.nullable(z.string()),
})
export type TriedPoint = z.infer<typeof TriedPoint>

const needs = ['P32000'] as const
const bySn = z.object({ sn_code: SnCode })

/** Devices that are composed of points of registered devices and of calculated ones. */
export const virtualDevice = {
  list: endpoint({
    method: 'GET',
    path: '/yun/dev/fictitious',
    needs,
    summary: 'Virtual devices that the caller may see, filtered and paged.',
    input: z.object({
      ...Paging,
      search: z.optional(z.string().check(z.maxLength(64))),
      group_id: z.optional(z.int()),
    }),
    output: pageOf(VirtualDevice),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/yun/dev/fictitious/basic',
    needs,
    summary: 'One virtual device with its points and their formulas.',
    input: bySn,
    output: VirtualDeviceDetail,
    refusals: ['110509'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/dev/fictitious',
    needs,
    summary: 'Makes a virtual device; its SN is made for it. Its formulas name devices that the caller sees.',
    input: z.object(described),
    output: VirtualDeviceDetail,
    refusals: ['100019', '112002', '115005', '118801'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/dev/fictitious',
    needs,
    summary:
      'Changes a virtual device; what is left out stays. A point that keeps its key and type keeps its history; one that is left out goes with it.',
    input: z.object({
      ...described,
      sn_code: SnCode,
      dev_alias: z.optional(described.dev_alias),
      points: z.optional(described.points),
    }),
    output: VirtualDeviceDetail,
    refusals: ['110509', '110539', '112002', '115005', '118801'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/dev/fictitious',
    needs,
    summary: 'Deletes a virtual device with its history and its alarms; the devices that it is composed of stay.',
    input: bySn,
    output: Nothing,
    refusals: ['110509', '110539'],
  }),
  try: endpoint({
    method: 'POST',
    path: '/yun/dev/fictitious/try',
    needs,
    summary: 'What formulas come to now, without keeping any.',
    input: z.object({ points: described.points }),
    output: z.array(TriedPoint),
    changesNothing: true,
  }),
}
