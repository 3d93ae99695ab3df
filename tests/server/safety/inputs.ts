import * as z from 'zod/mini'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { NamedCall } from '../../../demo/server/http/openapi.ts'
import { fileFor } from './files.ts'
import type { Mark } from './marks.ts'

/** What an input may name. */
export const KINDS = [
  'device',
  'point',
  'deviceGroup',
  'template',
  'item',
  'alarm',
  'rule',
  'command',
  'user',
  'userGroup',
  'role',
  'key',
  'session',
  'templateGroup',
  'screen',
  'version',
  'dashboard',
  'dashboardVersion',
  'resource',
  'category',
  'link',
  'middleware',
  'geofence',
  'notice',
  'message',
  'bulletin',
  'shiftEntry',
  'escalation',
  'webhook',
  'delivery',
  'virtualDevice',
  'formula',
  'nonstandard',
  'deregistered',
  'offer',
] as const
export type Kind = (typeof KINDS)[number]

/** A place of an input where something is named, like `device_rights.group_id`. */
export interface Reference {
  path: string
  kind: Kind
}

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: readonly z.ZodMiniType[]
  values?: readonly unknown[]
  entries?: Record<string, unknown>
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

const NAMED: Record<string, Kind> = {
  sn_code: 'device',
  devices: 'device',
  key: 'point',
  keys: 'point',
  points: 'point',
  group_id: 'deviceGroup',
  groups: 'deviceGroup',
  devices_to: 'deviceGroup',
  template_id: 'template',
  template_ids: 'template',
  item_id: 'item',
  alarm_id: 'alarm',
  alarm_ids: 'alarm',
  rule_id: 'rule',
  id: 'command',
  user_id: 'user',
  user_ids: 'user',
  user_group_id: 'userGroup',
  role_id: 'role',
  role_ids: 'role',
  key_id: 'key',
  session_id: 'session',
  sn_codes: 'device',
  screen_id: 'screen',
  screen_ids: 'screen',
  version_id: 'version',
  dashboard_id: 'dashboard',
  home_dashboard_id: 'dashboard',
  before_id: 'dashboard',
  resource_id: 'resource',
  category_id: 'category',
  link_id: 'link',
  middleware_id: 'middleware',
  fence_id: 'geofence',
  notice_id: 'notice',
  notice_ids: 'notice',
  message_ids: 'message',
  bulletin_id: 'bulletin',
  entry_id: 'shiftEntry',
  user_group_ids: 'userGroup',
  escalation_id: 'escalation',
  webhook_id: 'webhook',
  device_id: 'deregistered',
  offer_id: 'offer',
  // It names the device that it reads.
  formula: 'formula',
}

/** Inputs that name something new rather than something that exists. */
const NEW_NAMES: Record<string, readonly string[]> = {
  'template.create': ['points.key', 'points.item_id', 'alarm_rules.key'],
  'template.edit': ['points.key', 'points.item_id', 'alarm_rules.key'],
  // Rules are of a template here; those of a device are tested with the calls themselves.
  'alarmRules.list': ['sn_code'],
  'alarmRules.export': ['sn_code'],
  'alarmRules.read': ['sn_code'],
  'alarmRules.save': ['sn_code', 'rules.key', 'rules.rule_id'],
  'alarmRules.dryRun': ['sn_code', 'rules.key', 'rules.rule_id'],
  'device.addPoints': ['points.key'],
  // Of a point that is in conflict with its template's: none of the world's is.
  'device.takeTemplatePoint': ['key'],
  'virtualDevice.create': ['points.key'],
  'virtualDevice.edit': ['points.key'],
  'virtualDevice.try': ['points.key'],
  'device.create': ['sn_code'],
  'device.register': ['sn_code'],
  'deviceListing.add': ['lines.sn_code'],
  'deviceListing.remove': ['sn_codes'],
  'history.saveRanges': ['ranges.points'],
}

/** Values that a call needs to be done, or to be answered alike each time. */
const REQUIRED: Record<string, Readonly<Record<string, unknown>>> = {
  'template.create': { 'alarm_rules.threshold': 90 },
  'template.edit': { 'alarm_rules.threshold': 90 },
  'alarmMeasure.measure': { start: Date.now() - HOUR_MS, end: Date.now() },
  'alarmRules.save': { 'rules.threshold': 90 },
  'alarmRules.dryRun': { 'rules.threshold': 90 },
  'geofence.create': { radius_m: 500 },
  'geofence.edit': { radius_m: 500, version: 1 },
  'customMenu.save': {
    'items.item_id': 'item0001',
    'items.items.item_id': 'item0002',
    'items.items.path': '/index',
  },
  'alarm.shelve': { is_out_of_service: true },
  'alarm.hold': { is_out_of_service: true },
}

/** What a call takes of some things only. */
const LEFT_OUT: Record<string, readonly string[]> = {
  // Either of a screen, or of a dashboard.
  'shareLink.create': ['dashboard_id'],
  'shareLink.list': ['dashboard_id'],
  'resource.edit': ['files'],
  // Either a user of the own organisation, or a name.
  'deviceTransfer.offer': ['user_name'],
  // Within the organisation the device keeps its own.
  'deviceTransfer.accept': ['template_id'],
  // What it was before: a sample was never it.
  'device.edit': ['was'],
  'devicePoint.edit': ['was'],
  // A template that is being made has no items yet.
  'template.create': ['points.item_id'],
  'template.edit': ['points.item_id'],
}

function kindOf({ domain, name }: NamedCall, path: string): Kind | undefined {
  if (NEW_NAMES[`${domain}.${name}`]?.includes(path)) return undefined
  const field = path.split('.').at(-1) ?? ''
  // Devices are looked for by their own groups, templates by theirs.
  if (field === 'group_id' && domain === 'template' && name !== 'bindings') return 'templateGroup'
  if (field === 'message_id' && domain === 'push') return 'delivery'
  // The item's own, which whoever edits the menu makes.
  if (domain === 'customMenu' && field === 'item_id') return undefined
  if (domain === 'dashboard' && field === 'version_id') return 'dashboardVersion'
  if (domain === 'dashboard' && field === 'group_ids') return 'userGroup'
  if (domain === 'virtualDevice' && field === 'sn_code') return 'virtualDevice'
  // Standard ones are of devices that report.
  if (domain === 'virtualDevice' && field === 'template_id') return 'nonstandard'
  if (field === 'parent_id') return domain === 'userGroup' ? 'userGroup' : 'deviceGroup'
  return Object.hasOwn(NAMED, field) ? NAMED[field] : undefined
}

const isLeaf = ({ type }: Def) => type === 'string' || type === 'number' || type === 'int'

/** Where an input of the call names something. */
export function referencesOf(call: NamedCall): Reference[] {
  const left = LEFT_OUT[`${call.domain}.${call.name}`] ?? []
  const find = (schema: z.ZodMiniType, path: string): Reference[] => {
    if (left.includes(path)) return []
    const def = defOf(schema)
    if (def.innerType) return find(def.innerType, path)
    if (def.element) return find(def.element, path)
    if (def.shape)
      return Object.entries(def.shape).flatMap(([key, field]) => find(field, path === '' ? key : `${path}.${key}`))
    const kind = isLeaf(def) ? kindOf(call, path) : undefined
    return kind ? [{ path, kind }] : []
  }
  return find(call.endpoint.input, '')
}

let serial = 0

/** A text or number for a field that names nothing, by the field's name, marked as its sender's. */
function samples(call: string, mark: Mark): Record<string, unknown> {
  const { word, sn, digits } = mark
  const now = Date.now()
  const n = (serial++).toString(36)
  return {
    sn_code: `${sn}N${n}`,
    sn_codes: `${sn}N${n}`,
    report_interval_s: 60,
    key: `${sn}.new`,
    points: `${sn}.note`,
    user_name: `${word}nobody${n}`,
    password: 'abc123',
    password_now: 'wrong1',
    code: '000000',
    token: 'x',
    state: 'x',
    address: `+44 ${digits}`,
    check_code: `${sn}12345678`,
    puzzle_id: 'x',
    left: 10,
    back: '/',
    name: `${word}名${n}`,
    name_en: sn,
    company_name: `${word}公司`,
    group_name: `${word}组${n}`,
    remarks: `${word}注`,
    role_name: `${word}role${n}`,
    module_name: `${word}T${n}`,
    dev_alias: `${word}设备${n}`,
    alarm_name: `${word}报警`,
    alarm_level: 3,
    alarm_note: `${word}看过`,
    reason: `${word}检修`,
    minutes: 5,
    screen_name: `${word}画面${n}`,
    dashboard_name: `${word}板${n}`,
    folder_name: `${word}夹`,
    item_name: `${word}项${n}`,
    revision: 1,
    editor_id: `editor-${n.padStart(4, '0')}`,
    resource_name: `${word}图${n}`,
    category_name: `${word}类${n}`,
    middleware_name: `${word}源${n}`,
    fence_name: `${word}栏${n}`,
    escalation_name: `${word}升${n}`,
    webhook_name: `${word}钩${n}`,
    search: word,
    url: `https://10.0.0.1/${sn}`,
    from_level: 5,
    after_min: 60,
    content: fileFor(call, mark),
    share: 'A'.repeat(43),
    lat: 31,
    lng: 121,
    title: `${word}题${n}`,
    body: `${word}文`,
    document: { version: 1, width: 100, height: 100, controls: [{ control_id: 'a', name: `${word}控件` }] },
    origins: 'https://portal.example',
    actions: 'read',
    quota: 'templates',
    limit: 5,
    least: 6,
    most: 11,
    start: now - HOUR_MS,
    end: now + 60_000,
    width: 60,
    times: now,
    timezone: 'Asia/Shanghai',
    product_name: `${word}台`,
    sign_in_text: `${word}字`,
    footer: `${word}注`,
    version: 0,
    picture_id: 'A'.repeat(22),
    import_id: 999_999_999,
    value: 1,
    values: 1,
  }
}

/** Codes of operations, which the calls of the operations page take. */
const OPERATION: Record<string, string> = { users: 'P53100', devices: 'P30100' }

export interface InputOptions {
  /** What is named at each place; undefined leaves an optional one out. */
  named: (reference: Reference) => unknown
  mark: Mark
}

/** An input of the call's shape: every place that names something is filled. Throws for a field that has no sample. */
export function inputOf(call: NamedCall, { named, mark }: InputOptions): Record<string, unknown> {
  const { domain, name, endpoint } = call
  const known = samples(`${domain}.${name}`, mark)

  function make(schema: z.ZodMiniType, path: string, isNeeded: boolean): unknown {
    if (LEFT_OUT[`${domain}.${name}`]?.includes(path)) return undefined
    const def = defOf(schema)
    if (def.type === 'optional' || def.type === 'default') return make(def.innerType as z.ZodMiniType, path, false)
    if (def.type === 'nullable') return make(def.innerType as z.ZodMiniType, path, false) ?? null
    if (def.shape) {
      const entries = Object.entries(def.shape).map(([key, field]) => {
        return [key, make(field, path === '' ? key : `${path}.${key}`, true)] as const
      })
      const defined = entries.filter(([, value]) => value !== undefined)
      const isWhole = entries.every(([key, value]) => value !== undefined || isOmittable(def.shape?.[key]))
      return isNeeded || isWhole ? Object.fromEntries(defined) : undefined
    }
    if (def.element) {
      const one = make(def.element, path, isNeeded && !isEmptiable(schema))
      return one === undefined || one === null ? (isNeeded ? [] : undefined) : [one]
    }
    const kind = isLeaf(def) ? kindOf(call, path) : undefined
    if (kind) return named({ path, kind })
    const value = REQUIRED[`${domain}.${name}`]?.[path]
    if (!isNeeded || value !== undefined) return value
    if (def.type === 'boolean') return false
    if (def.type === 'literal') return def.values?.[0]
    const field = path.split('.').at(-1) ?? ''
    if (def.type === 'enum')
      return field === 'code' ? OPERATION[name.slice('allow'.length).toLowerCase()] : firstOf(def)
    if (def.type === 'union' && !Object.hasOwn(known, field)) return make(def.options?.[0] as z.ZodMiniType, path, true)
    return known[field]
  }

  const input = make(endpoint.input, '', true) as Record<string, unknown>
  const parsed = z.safeParse(endpoint.input, input)
  if (!parsed.success)
    throw new Error(`no sample for ${domain}.${name}: ${parsed.error.issues.map(({ path }) => path.join('.')).join()}`)
  return input
}

const firstOf = ({ entries }: Def) => Object.values(entries ?? {})[0]

const isOmittable = (schema: z.ZodMiniType | undefined) =>
  schema !== undefined && z.safeParse(schema, undefined).success

/** Whether a list may be empty. */
const isEmptiable = (schema: z.ZodMiniType) => z.safeParse(schema, []).success
