import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint } from './endpoint.ts'
import { DevState, SnCode } from './telemetry.ts'

export const FoundDevice = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_state: DevState,
  group_name: z.string(),
  is_virtual: z.boolean(),
})
export type FoundDevice = z.infer<typeof FoundDevice>

export const FoundPoint = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  is_virtual: z.boolean(),
  key: z.string(),
  name: z.string(),
  name_en: z.nullable(z.string()),
})
export type FoundPoint = z.infer<typeof FoundPoint>

export const FoundScreen = z.object({
  screen_id: z.int(),
  screen_name: z.string(),
  template_id: z.int(),
  module_name: z.string(),
  /** Devices show it. Others are opened by who draws. */
  is_published: z.boolean(),
  /** A device that shows it; null where none does. */
  sn_code: z.nullable(z.string()),
  dev_alias: z.nullable(z.string()),
})
export type FoundScreen = z.infer<typeof FoundScreen>

export const FoundTemplate = z.object({ template_id: z.int(), module_name: z.string(), group_name: z.string() })
export type FoundTemplate = z.infer<typeof FoundTemplate>

export const FoundDashboard = z.object({
  dashboard_id: z.int(),
  dashboard_name: z.string(),
  folder_name: z.string(),
  /** The template of an equipment dashboard. */
  module_name: z.nullable(z.string()),
})
export type FoundDashboard = z.infer<typeof FoundDashboard>

export const FoundPerson = z.object({ user_name: z.string(), name: z.string(), group_name: z.nullable(z.string()) })
export type FoundPerson = z.infer<typeof FoundPerson>

export const FoundAlarm = z.object({
  alarm_id: z.string(),
  alarm_name: z.string(),
  alarm_name_en: z.nullable(z.string()),
  alarm_level: z.int(),
  /** Epoch ms. */
  alarm_time: z.int(),
  sn_code: z.string(),
  dev_alias: z.string(),
})
export type FoundAlarm = z.infer<typeof FoundAlarm>

const known = <Id extends z.ZodMiniType>(id: Id) => z._default(z.array(id).check(z.maxLength(LIMITS.knownFinds)), [])

export const find = {
  anything: endpoint({
    method: 'GET',
    path: '/find',
    needs: 'session',
    summary:
      'Devices, points, screens, dashboards, templates, people and open alarms that have all words of a text, a few of each kind: of what the caller sees, and only kinds whose page the caller may open.',
    input: z.object({ search: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
    output: z.object({
      devices: z.array(FoundDevice),
      points: z.array(FoundPoint),
      screens: z.array(FoundScreen),
      dashboards: z._default(z.array(FoundDashboard), []),
      templates: z.array(FoundTemplate),
      people: z.array(FoundPerson),
      alarms: z.array(FoundAlarm),
    }),
  }),
  known: endpoint({
    method: 'GET',
    path: '/find/known',
    needs: 'session',
    summary:
      'What devices, screens and templates that were opened before are called now. Those that the caller does not see, or whose page the caller may not open, are left out.',
    input: z.object({
      sn_codes: known(SnCode),
      screen_ids: known(z.int()),
      template_ids: known(z.int()),
    }),
    output: z.object({
      devices: z.array(FoundDevice),
      screens: z.array(FoundScreen),
      templates: z.array(FoundTemplate),
    }),
  }),
}
