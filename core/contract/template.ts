import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { AlarmRule } from './alarm-rule.ts'
import { hasFewWords, hasWriteRange, Point } from './device.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { FileReply, UploadedFile } from './file.ts'
import { Paging, pageOf } from './paging.ts'
import { Line, TextBody } from './plain-text.ts'
import { SnCode } from './telemetry.ts'

const mayRead = ['P40000', 'P41000', 'P42000', 'P43000', 'P44000', 'P30000'] as const
const mayEdit = ['P41000'] as const

export const ModuleName = Line(LIMITS.genericName)
const description = TextBody(LIMITS.description)
const groupName = Line(LIMITS.groupName).check(z.regex(/^[^_](.*[^_])?$/))

/** `standard`: devices bind to it. `nonstandard`: written for one virtual device, or for screens of several devices. */
export const ModuleType = z.enum(['standard', 'nonstandard'])
export type ModuleType = z.infer<typeof ModuleType>

/** A template as lists show it. Times are epoch milliseconds, UTC. */
export const Template = z.object({
  template_id: z.int(),
  module_name: z.string(),
  module_type: ModuleType,
  description: z.string(),
  group_id: z.nullable(z.int()),
  group_name: z.string(),
  is_published: z.boolean(),
  published_time: z.nullable(z.int()),
  created_time: z.int(),
  changed_time: z.int(),
  creator_name: z.string(),
  /** Whether the caller made it, or administers the tenant: only then it can be shared, transferred and deleted. */
  is_own: z.boolean(),
  /** Whether the caller may change its points and screens. */
  may_edit: z.boolean(),
  /** In the library of everybody in the tenant. */
  is_public: z.boolean(),
  sharee_count: z.int(),
  point_count: z.int(),
  device_count: z.int(),
  screen_count: z.int(),
  /** The screen whose picture stands for it; null where there is none. */
  start_screen_id: z.nullable(z.int()),
  /** Changes with the picture, so that it may be cached; null where there is none. */
  thumbnail: z.nullable(z.string()),
})
export type Template = z.infer<typeof Template>

/** A named right of a template, which controls and points can ask for and roles can hold. */
export const PermissionItem = z.object({ item_id: z.int(), item_name: z.string() })
export type PermissionItem = z.infer<typeof PermissionItem>

/**
 * A point of a template. Only who holds the permission item `item_id` may write it, in the whole product: the server asks
 * at every write, whichever page it comes from. Left out, it stays as it is.
 */
export const TemplatePoint = z.extend(Point, { item_id: z.optional(z.nullable(z.int())) })
export type TemplatePoint = z.infer<typeof TemplatePoint>

/** A point of a file, with the name of its permission item: a file knows no ids. */
export const PointOfFile = z.extend(Point, { item_name: z.optional(z.string().check(z.maxLength(LIMITS.genericName))) })
export type PointOfFile = z.infer<typeof PointOfFile>

/** A stream that the template's screens can show. The address is of a camera on the customer's own network, or HLS/FLV of a server. */
export const VideoSetting = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.genericName)),
  url: z.string().check(z.maxLength(2048), z.regex(/^https?:\/\//)),
  kind: z.enum(['hls', 'flv', 'mpegts']),
})
export type VideoSetting = z.infer<typeof VideoSetting>

export const TemplateDetail = z.extend(Template, {
  points: z.array(TemplatePoint),
  alarm_rules: z.array(AlarmRule),
  items: z.array(PermissionItem),
  videos: z.array(VideoSetting),
  /** Bound devices that say something of its points themselves, or hide or lack some. */
  differing_devices: z._default(z.int(), 0),
})
export type TemplateDetail = z.infer<typeof TemplateDetail>

export const TemplateGroup = z.object({
  group_id: z.int(),
  group_name: z.string(),
  remarks: z.string(),
  template_count: z.int(),
})
export type TemplateGroup = z.infer<typeof TemplateGroup>

/** Why one of many could not be done. */
export const Outcome = z.object({ id: z.string(), code: z.nullable(z.string()) })

const byTemplate = z.object({ template_id: z.int() })
const points = z.array(TemplatePoint.check(hasWriteRange)).check(z.maxLength(1000), hasFewWords)
const rules = z.array(AlarmRule).check(z.maxLength(200))

/** A template describes a kind of device: its points, alarm rules, screens, permission items and videos. */
export const template = {
  list: endpoint({
    method: 'GET',
    path: '/yun/module',
    also: ['/module/template'],
    needs: mayRead,
    summary: 'Templates that the caller may see: of the tenant for administrators, else own, shared and granted ones.',
    input: z.object({
      ...Paging,
      search: z.optional(z.string().check(z.maxLength(64))),
      group_id: z.optional(z.int()),
      module_type: z.optional(ModuleType),
      is_published: z.optional(z.boolean()),
      /** `shared`: with the caller; `public`: in the library of everybody. */
      of: z.optional(z.enum(['own', 'shared', 'public'])),
    }),
    output: pageOf(Template),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/yun/module/basic',
    needs: [...mayRead, 'P41600', 'P24000', 'P101200'],
    summary: 'One template with its points, rules, permission items and videos.',
    input: byTemplate,
    output: TemplateDetail,
    refusals: ['115005'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/module',
    needs: mayEdit,
    summary: 'Creates a template with its points and alarm rules.',
    input: z.object({
      module_name: ModuleName,
      module_type: z._default(ModuleType, 'standard'),
      description: z._default(description, ''),
      group_id: z.optional(z.nullable(z.int())),
      points: z._default(points, []),
      alarm_rules: z._default(rules, []),
    }),
    output: z.object({ template_id: z.int() }),
    refusals: ['115001', '115004', '115005'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/module',
    needs: mayEdit,
    summary:
      'Changes what a template is called and what it has; what is left out stays. Bound devices take new points over. A point whose permission item the caller does not hold keeps it.',
    input: z.object({
      template_id: z.int(),
      module_name: z.optional(ModuleName),
      description: z.optional(description),
      group_id: z.optional(z.nullable(z.int())),
      is_public: z.optional(z.boolean()),
      points: z.optional(points),
      alarm_rules: z.optional(rules),
      videos: z.optional(z.array(VideoSetting).check(z.maxLength(50))),
    }),
    output: TemplateDetail,
    refusals: ['115005', '115003', '115001', '110539'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/module',
    needs: mayEdit,
    summary: 'Deletes a template with its screens; refused while devices are bound to it.',
    input: byTemplate,
    output: Nothing,
    refusals: ['115005', '115003', '202003'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/yun/module/copy',
    needs: mayEdit,
    summary: 'Copies a template that the caller may see, with points, rules, items, videos and screens.',
    input: z.object({ template_id: z.int(), module_name: ModuleName }),
    output: z.object({ template_id: z.int() }),
    refusals: ['115005', '115001', '115004', '100019'],
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/yun/module/transfer',
    needs: mayEdit,
    summary: 'Gives an own template to another user of the tenant.',
    input: z.object({ template_id: z.int(), user_id: z.int() }),
    output: Nothing,
    refusals: ['115005', '115003', '115004', '100014'],
  }),
  sharees: endpoint({
    method: 'GET',
    path: '/yun/module/share',
    needs: mayEdit,
    summary: 'With whom an own template is shared.',
    input: byTemplate,
    output: z.array(z.object({ user_id: z.int(), user_name: z.string(), shared_time: z.int() })),
    refusals: ['115005', '115003'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/yun/module/people',
    needs: mayEdit,
    summary:
      'Whom a template can be shared with or given to: the active users that the caller oversees, by name, the caller left out; the first 20.',
    input: z.object({ search: z.optional(z.string().check(z.maxLength(64))) }),
    output: z.array(z.object({ user_id: z.int(), user_name: z.string(), name: z.string() })),
  }),
  share: endpoint({
    method: 'PUT',
    path: '/yun/module/share',
    needs: mayEdit,
    summary: 'Shares an own template with these users of the tenant and no others: 10 at most, not with oneself.',
    input: z.object({ template_id: z.int(), user_ids: z.array(z.int()).check(z.maxLength(100)) }),
    output: Nothing,
    refusals: ['115005', '115003', '114008', '114009', '100014'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/yun/module/publish',
    needs: mayEdit,
    summary:
      'Freezes the screens as they are now for all bound devices. Refused where a standard one is bound to no device.',
    input: z.object({ template_id: z.int(), is_published: z.boolean() }),
    output: Template,
    refusals: ['115005', '115003', '115006', '115002', '100019'],
  }),
  items: endpoint({
    method: 'PUT',
    path: '/yun/module/items',
    needs: mayEdit,
    summary:
      'Replaces the permission items: 15 at most. An item keeps its id by bringing it; one left out is taken from whoever held it.',
    input: z.object({
      template_id: z.int(),
      items: z
        .array(
          z.object({
            item_id: z.optional(z.int()),
            item_name: Line(LIMITS.genericName, 0),
          }),
        )
        .check(z.maxLength(100)),
    }),
    output: z.array(PermissionItem),
    refusals: ['115005', '115003', '115301', '115302', '100019'],
  }),
  groups: endpoint({
    method: 'GET',
    path: '/yun/module/group',
    needs: mayRead,
    summary: 'The groups that templates are kept in.',
    input: Nothing,
    output: z.array(TemplateGroup),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/yun/module/group',
    needs: ['P43000'],
    summary: 'Creates a template group.',
    input: z.object({
      group_name: groupName,
      remarks: z._default(z.string().check(z.maxLength(LIMITS.groupRemarks)), ''),
    }),
    output: TemplateGroup,
    refusals: ['202301'],
  }),
  editGroup: endpoint({
    method: 'PUT',
    path: '/yun/module/group',
    needs: ['P43000'],
    summary: 'Renames a template group.',
    input: z.object({
      group_id: z.int(),
      group_name: groupName,
      remarks: z.optional(z.string().check(z.maxLength(LIMITS.groupRemarks))),
    }),
    output: TemplateGroup,
    refusals: ['115005', '202301'],
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/yun/module/group',
    needs: ['P43000'],
    summary: 'Deletes a template group; its templates are then in none.',
    input: z.object({ group_id: z.int() }),
    output: Nothing,
    refusals: ['115005'],
  }),
  bindings: endpoint({
    method: 'GET',
    path: '/yun/module/binding',
    needs: ['P42000', 'P41000'],
    summary: 'Devices that the caller may see, each with its template.',
    input: z.object({
      ...Paging,
      search: z.optional(z.string().check(z.maxLength(64))),
      template_id: z.optional(z.int()),
      group_id: z.optional(z.int()),
      is_bound: z.optional(z.boolean()),
    }),
    output: pageOf(
      z.object({
        sn_code: z.string(),
        dev_alias: z.string(),
        dev_model: z.string(),
        group_name: z.string(),
        /** Templates do not bind to devices that are VPN gateways. */
        is_vpn: z.boolean(),
        template_id: z.nullable(z.int()),
        module_name: z.nullable(z.string()),
        may_bind: z.boolean(),
      }),
    ),
  }),
  bind: endpoint({
    method: 'PUT',
    path: '/yun/module/binding',
    needs: ['P42000'],
    summary:
      'Binds devices to a standard template, or to none (null): its points and rules become theirs; points of their own stay. Answers for each device.',
    input: z.object({
      template_id: z.nullable(z.int()),
      sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(500)),
    }),
    /** `id` is the SN; `code` null where it is done. */
    output: z.array(Outcome),
    refusals: ['115005'],
  }),
  exportPoints: endpoint({
    method: 'GET',
    path: '/yun/module/points',
    needs: [...mayRead],
    summary: 'The points of a template as a spreadsheet (xlsx) or CSV.',
    input: z.object({
      template_id: z.int(),
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      lang: z._default(z.enum(['zh', 'en']), 'zh'),
    }),
    output: FileReply,
    reply: 'file',
    refusals: ['115005'],
  }),
  readPoints: endpoint({
    method: 'POST',
    path: '/yun/module/points/batch',
    needs: mayEdit,
    summary:
      'Reads points from a file (xlsx, xls, csv; UTF-8 or GB18030) without keeping any: what was understood, and what is wrong in which row.',
    input: z.object({ file: UploadedFile }),
    output: z.object({
      points: z.array(PointOfFile),
      wrong: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    }),
    refusals: ['201801'],
    changesNothing: true,
  }),
}
