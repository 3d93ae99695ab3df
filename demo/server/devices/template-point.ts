import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changedRows, writeChange } from '../audit/index.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requirePointRoom } from '../quotas/index.ts'
import { closedPoints, requireOpen } from '../rights/index.ts'
import { pointsOf, requirePointsOfRules, rulesOf } from '../templates/index.ts'
import { copyPoints } from './add-devices.ts'
import type { DeviceEditParts } from './edit.ts'
import { lockOwnDevice, ownDevice } from './find-device.ts'
import { described } from './point-fields.ts'
import { conflictsOf, deviceDetail } from './rows.ts'

/** Gives a device the point of its template that its own one of another type stood before. */
export function templatePointAnswers({
  db,
  fleet,
  now = Date.now,
}: Pick<DeviceEditParts, 'db' | 'fleet' | 'now'>): Pick<Answers<Contract['device'], Caller>, 'takeTemplatePoint'> {
  return {
    async takeTemplatePoint({ sn_code, key }, caller) {
      const { tenant_id } = caller
      const device = ownDevice(fleet, caller, sn_code)
      const { device_id, dev_alias } = device
      await db.tenant(tenant_id, async (q) => {
        // Whoever binds another template, or takes the point too, waits.
        const { template_id } = await lockOwnDevice(q, caller, device)
        const conflicts = await conflictsOf(q, device)
        if (template_id === null || !conflicts.includes(key)) {
          throw new WrongField('key', {
            zh: '与模板的变量没有冲突',
            en: 'is not in conflict with a point of the template',
          })
        }
        requireOpen(await closedPoints(q, caller, { template_id }), key, 'key')
        const own = device.points.get(key)
        const its = (await pointsOf(q, template_id)).find((point) => point.key === key)
        const rules = [...(await rulesOf(q, { template_id })), ...(await rulesOf(q, { device_id }))]
        requirePointsOfRules(caller, rules, { before: own ? [own] : [], after: its ? [its] : [] }, 'key')
        // Its history goes with it.
        await q.deleteFrom('point').where('device_id', '=', device_id).where('key', '=', key).execute()
        await copyPoints(q, tenant_id, [device_id], key)
        await requirePointRoom(q, tenant_id)
        const changed = changedRows({ points: own ? [described(own)] : [] }, { points: its ? [described(its)] : [] })
        const detail = { ...changed, is_history_deleted: { before: false, after: true } }
        await writeChange(q, caller, { action: 'device-points', target: dev_alias, detail }, now())
      })
      await fleet.reload(sn_code)
      return db.tenant(tenant_id, (q) => deviceDetail(q, fleet, caller, device_id))
    },
  }
}
