import type { Kysely } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Point } from '../../../core/contract/device.ts'
import { type DevicePoint, POINT_OVERRIDES } from '../../../core/contract/device-point.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changedRows, writeChange } from '../audit/index.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { closedPoints, requireOpen } from '../rights/index.ts'
import { pointsOf, requirePointsOfRules, rulesOf } from '../templates/index.ts'
import { type DeviceEditParts, requireUnchanged } from './edit.ts'
import { lockOwnDevice, ownDevice, requireReal } from './find-device.ts'
import { type Bound, described, markOwnFields } from './point-fields.ts'

type Kept = Omit<DevicePoint, 'is_closed'>
type PointRow = Row<'point'>

/** Points of a device that are people's, removed ones too, with what the template says where it has them of that type. */
async function keptPoints(q: Kysely<Schema>, { device_id, template_id }: Bound, key?: string): Promise<Kept[]> {
  // Locked before the template's are read: whoever changes those changes these afterwards.
  const rows = await q
    .selectFrom('point')
    .selectAll()
    .where('device_id', '=', device_id)
    .where(({ or, eb }) => or([eb('is_added', '=', true), eb('is_removed', '=', true)]))
    .$if(key !== undefined, (one) => one.where('key', '=', key ?? '').forNoKeyUpdate())
    .orderBy('sort')
    .orderBy('point_id')
    .execute()
  const its = new Map(
    (template_id === null ? [] : await pointsOf(q, template_id)).map((point) => [point.key, point] as const),
  )
  return rows.map((row) => asKept(row, its.get(row.key)))
}

function asKept(row: PointRow, its: Point | undefined): Kept {
  const { is_hidden, is_removed } = row
  const point = described(row as unknown as Point)
  if (its?.data_type !== row.data_type) return { ...point, template: null, own_fields: [], is_hidden, is_removed }
  const template = Object.fromEntries(POINT_OVERRIDES.map((field) => [field, its[field]])) as DevicePoint['template']
  const own_fields = POINT_OVERRIDES.filter((field) => row.own_fields.includes(field))
  return { ...point, template, own_fields, is_hidden, is_removed }
}

/** What a line of the audit says of a point. */
const audited = ({ is_hidden, is_removed, ...point }: Kept) => ({
  ...described(point),
  ...(is_hidden && { is_hidden }),
  ...(is_removed && { is_removed }),
})

/** Whether a point is written is the template's, which has its steps and its permission item too. */
function requireOwn({ template }: Kept): void {
  if (template !== null) throw new WrongField('access', { zh: '由模板规定，请在模板中修改', en: "is the template's" })
}

function requireLimits({ write_min, write_max }: Pick<Point, 'write_min' | 'write_max'>): void {
  if (write_min !== null && write_max !== null && write_min >= write_max)
    throw new WrongField('write_max', { zh: '必须大于 write_min', en: 'must be more than write_min' })
}

/** Answers that change the points of one device, over its template. */
export function devicePointAnswers({
  db,
  fleet,
  now = Date.now,
}: Pick<DeviceEditParts, 'db' | 'fleet' | 'now'>): Answers<Contract['devicePoint'], Caller> {
  async function listed(q: Kysely<Schema>, caller: Caller, device: Bound) {
    const closed = await closedPoints(q, caller, device)
    const points = await keptPoints(q, device)
    return {
      points: points.map((point) => ({ ...point, is_closed: closed.has(point.key) })),
      template_id: device.template_id,
    }
  }

  return {
    async list({ sn_code }, caller) {
      const device = ownDevice(fleet, caller, sn_code)
      requireReal(device)
      return db.tenant(caller.tenant_id, (q) => listed(q, caller, device))
    },

    async edit({ sn_code, key, reset = [], was = {}, ...changes }, caller) {
      const device = ownDevice(fleet, caller, sn_code)
      requireReal(device)
      const { device_id, dev_alias } = device
      const points = await db.tenant(caller.tenant_id, async (q) => {
        const { template_id } = await lockOwnDevice(q, caller, device)
        const bound = { device_id, template_id }
        const [before] = await keptPoints(q, bound, key)
        if (!before) throw new WrongField('key', { zh: '设备没有此数据项', en: 'names no point of the device' })
        requireOpen(await closedPoints(q, caller, bound), key, 'key')
        requireUnchanged(caller, { was, before, set: changes })
        if (changes.access !== undefined) requireOwn(before)
        const { template } = before
        const theirs = template === null ? [] : reset.map((field) => [field, template[field]] as const)
        const set = { ...changes, ...Object.fromEntries(theirs) }
        const after = { ...before, ...set }
        if ('write_min' in set || 'write_max' in set) requireLimits(after)
        if (after.is_removed && !before.is_removed) {
          const rules = [
            ...(template_id === null ? [] : await rulesOf(q, { template_id })),
            ...(await rulesOf(q, { device_id })),
          ]
          requirePointsOfRules(caller, rules, { before: [before], after: [] }, 'is_removed')
        }
        if (Object.keys(set).length > 0) {
          await q
            .updateTable('point')
            .set({ ...set, is_added: !after.is_removed })
            .where('device_id', '=', device_id)
            .where('key', '=', key)
            .execute()
          await markOwnFields(q, bound, [key])
        }
        const detail = changedRows({ points: [audited(before)] }, { points: [audited(after)] })
        await writeChange(q, caller, { action: 'device-points', target: dev_alias, detail }, now())
        return listed(q, caller, bound)
      })
      await fleet.reload(sn_code)
      return points
    },
  }
}
