import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { AlarmRuleSet, KeptRule, RuleOwner } from '../../../core/contract/alarm-rules.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Schema } from '../db/schema.ts'
import { lockOwnDevice, ownDevice } from '../devices/index.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import {
  editableTemplate,
  fencesFor,
  lockTemplate,
  type OwnerIds,
  pointsOf,
  rulesOf,
  shownTemplate,
} from '../templates/index.ts'

/** Whose rules a call is about. */
export interface Owner {
  ids: OwnerIds
  name: string
  points: (Point & { is_hidden?: boolean })[]
  may_edit: boolean
  /** Of a device's rules. */
  device: LiveDevice | null
}

/** A point as the contract has it. */
const asPoint = ({ point_id: _, is_added: __, value: ___, quality: ____, data_time: _____, ...point }: PointOfDevice) =>
  point
type PointOfDevice = LiveDevice['points'] extends Map<string, infer P> ? P : never

/** The template or device that a call names, when the caller may see it; with `isEditing` when the caller may change it. */
export async function ownerOf(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  { template_id, sn_code }: RuleOwner,
  isEditing = false,
): Promise<Owner> {
  if ((template_id === undefined) === (sn_code === undefined))
    throw new WrongField('template_id', { zh: '应指定模板或设备之一', en: 'or sn_code is needed, one of the two' })
  if (sn_code !== undefined) {
    const device = isEditing ? ownDevice(fleet, caller, sn_code) : seenDevice(fleet, caller, sn_code)
    const points = [...device.points.values()].filter(({ is_added }) => is_added).map(asPoint)
    const may_edit = canWrite(caller, device) && hasRight(caller.roles, 'P73400')
    if (isEditing && !may_edit) throw new ApiError('110539')
    if (isEditing) await lockOwnDevice(q, caller, device)
    return { ids: { device_id: device.device_id }, name: device.dev_alias || device.sn_code, points, may_edit, device }
  }
  const id = template_id as number
  if (isEditing) await lockTemplate(q, id)
  const template = isEditing ? await editableTemplate(q, caller, id) : await shownTemplate(q, fleet, caller, id)
  const may_edit = template.may_edit && hasRight(caller.roles, 'P73400')
  if (isEditing && !may_edit) throw new ApiError('115003')
  return { ids: { template_id: id }, name: template.module_name, points: await pointsOf(q, id), may_edit, device: null }
}

export const revisionOf = (rules: readonly object[]): string =>
  createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 16)

type OpenOf = (rule_ids: readonly number[]) => Promise<ReadonlyMap<number, number>>

/** The rules of an owner as the contract has them. */
export async function ruleSet(q: Kysely<Schema>, fleet: Fleet, caller: Caller, owner: Owner): Promise<AlarmRuleSet> {
  const { ids, name, points, may_edit, device } = owner
  const seen = new Set(devicesOf(fleet, caller, owner).map(({ device_id }) => device_id))
  const openOf = (rule_ids: readonly number[]) => openAlarms(q, rule_ids, seen)
  const rules = await rulesOf(q, ids)
  const ofTemplate = device?.template_id ? await rulesOf(q, { template_id: device.template_id }) : []
  return {
    name,
    points,
    may_edit,
    revision: revisionOf(rules),
    rules: await asKept(rules, openOf),
    fences: await fencesFor(q, caller, [...rules, ...ofTemplate]),
    template: device?.template_id ? await templateOf(q, device.template_id, openOf) : null,
  }
}

async function asKept(rules: Awaited<ReturnType<typeof rulesOf>>, openOf: OpenOf): Promise<KeptRule[]> {
  const open = await openOf(rules.map(({ rule_id }) => rule_id))
  return rules.map((rule) => ({
    ...rule,
    rule_id: String(rule.rule_id),
    open_alarms: rule.is_enabled ? (open.get(rule.rule_id) ?? 0) : 0,
  }))
}

async function templateOf(q: Kysely<Schema>, template_id: number, openOf: OpenOf): Promise<AlarmRuleSet['template']> {
  const { module_name } = await q
    .selectFrom('template')
    .select('module_name')
    .where('template_id', '=', template_id)
    .executeTakeFirstOrThrow()
  return { template_id, module_name, rules: await asKept(await rulesOf(q, { template_id }), openOf) }
}

/** How many alarms of each rule stand, on some devices. */
async function openAlarms(q: Kysely<Schema>, rule_ids: readonly number[], devices: ReadonlySet<number>) {
  const open = new Map<number, number>()
  if (rule_ids.length === 0) return open
  const rows = await q
    .selectFrom('alarm')
    .select(['rule_id', 'device_id'])
    .where('rule_id', 'in', rule_ids)
    .where('recover_time', 'is', null)
    .execute()
  for (const { rule_id, device_id } of rows) if (devices.has(device_id)) open.set(rule_id, (open.get(rule_id) ?? 0) + 1)
  return open
}

/** Devices that have the rules of an owner and that the caller sees, by name. */
export function devicesOf(fleet: Fleet, caller: Caller, { ids, device }: Owner): LiveDevice[] {
  if (device) return [device]
  const template_id = 'template_id' in ids ? ids.template_id : null
  return [...fleet.devices(caller.tenant_id)]
    .filter((one) => one.template_id === template_id && canSee(caller, one))
    .sort((a, b) => (a.sn_code < b.sn_code ? -1 : 1))
}
