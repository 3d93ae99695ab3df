import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { SOURCE_READERS } from '../catalogue/readers.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Line } from './plain-text.ts'
import { PointKey, Value } from './telemetry.ts'

const mayEdit = ['P41000'] as const

/** Of all devices of the template: `first` and `last` by the time of the value, `count` of those that have one. */
export const Aggregation = z.enum(['sum', 'average', 'min', 'max', 'count', 'first', 'last'])
export type Aggregation = z.infer<typeof Aggregation>

export const MIDDLEWARE_LIMITS = { perTemplate: 100, points: 200 } as const

/** A point of the template, and how the values of many devices become one. Sum, average, min and max are of numbers only. */
export const CollectedPoint = z.object({ key: PointKey, aggregation: Aggregation })
export type CollectedPoint = z.infer<typeof CollectedPoint>

/** A data source: a named set of points that are collected from all devices of a template. Times are epoch ms. */
export const Middleware = z.object({
  middleware_id: z.int(),
  template_id: z.int(),
  middleware_name: z.string(),
  points: z.array(CollectedPoint),
  created_time: z.int(),
  changed_time: z.int(),
  user_name: z.string(),
})
export type Middleware = z.infer<typeof Middleware>

const middleware_name = Line(LIMITS.genericName)
const points = z.array(CollectedPoint).check(z.minLength(1), z.maxLength(MIDDLEWARE_LIMITS.points))
const byId = z.object({ middleware_id: z.int() })

/** The current totals of all devices. Stale and bad values are not counted; how many there were is given separately. */
export const CollectedValue = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  aggregation: Aggregation,
  value: Value,
  counted: z.int(),
  stale: z.int(),
})
export type CollectedValue = z.infer<typeof CollectedValue>

export const middleware = {
  list: endpoint({
    method: 'GET',
    path: '/yun/module/middleware',
    needs: SOURCE_READERS,
    summary: 'The data sources of a template, by name.',
    input: z.object({ template_id: z.int() }),
    output: z.array(Middleware),
    refusals: ['115005'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/module/middleware',
    needs: mayEdit,
    summary: 'Makes a data source of a template.',
    input: z.object({ template_id: z.int(), middleware_name, points }),
    output: Middleware,
    refusals: ['100019', '115003', '115005', '115401', '115402', '115403'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/module/middleware',
    needs: mayEdit,
    summary: 'Renames a data source, or collects other points; what is left out stays.',
    input: z.object({
      middleware_id: z.int(),
      middleware_name: z.optional(middleware_name),
      points: z.optional(points),
    }),
    output: Middleware,
    refusals: ['100002', '115003', '115401', '115402', '115403'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/module/middleware',
    needs: mayEdit,
    summary: 'Deletes a data source.',
    input: byId,
    output: Nothing,
    refusals: ['100002', '115003'],
  }),
  values: endpoint({
    method: 'GET',
    path: '/yun/module/middleware/values',
    needs: SOURCE_READERS,
    summary: 'What a data source comes to now, over the devices of its template that the caller may see.',
    input: byId,
    output: z.object({
      time: z.int(),
      /** Devices of the template that the caller may see, and those of them that are silent. */
      device_count: z.int(),
      stale_count: z.int(),
      values: z.array(CollectedValue),
    }),
    refusals: ['100002'],
  }),
}
