import * as z from 'zod/mini'
import { AlarmRule } from './alarm.ts'
import { Point } from './device.ts'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'

/** A template describes a kind of device: its points and alarm rules. */
export const template = {
  list: endpoint({
    method: 'GET',
    path: '/yun/module',
    needs: ['P40000', 'P41000', 'P30000'],
    summary: 'Templates of the tenant.',
    input: z.object({ ...Paging, search: z.optional(z.string().check(z.maxLength(64))) }),
    output: pageOf(
      z.object({
        template_id: z.int(),
        module_name: z.string(),
        point_count: z.int(),
        device_count: z.int(),
        created_time: z.int(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/module',
    needs: ['P41000'],
    summary: 'Creates a template with its points and alarm rules.',
    input: z.object({
      module_name: z.string().check(z.minLength(1), z.maxLength(32)),
      points: z.array(Point).check(z.maxLength(1000)),
      alarm_rules: z._default(z.array(AlarmRule).check(z.maxLength(200)), []),
    }),
    output: z.object({ template_id: z.int() }),
    refusals: ['100019'],
  }),
}
