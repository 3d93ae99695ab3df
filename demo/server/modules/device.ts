import type { Contract } from '../../../core/contract/contract.ts'
import type { Device } from '../../../core/contract/device.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type Caller, canSee } from '../caller.ts'
import { type Fleet, qualityOf } from '../fleet.ts'
import { groupsBelow } from '../group-tree.ts'
import { type DeviceEditParts, deviceEditAnswers } from './device-edit.ts'
import { logRows } from './device-log-rows.ts'
import { asDevice, deviceDetail, deviceRows } from './device-rows.ts'
import { seenDevice } from './find-device.ts'
import { groupAnswers } from './group.ts'
import type { RawHistory } from './raw-history.ts'
import { sortedBy } from './sorted-by.ts'
import { track } from './track.ts'

export interface DeviceParts extends DeviceEditParts {
  raw: RawHistory
}

/** Whether any of what people search by holds the text. */
const isFound = ({ sn_code, dev_alias, dev_model, site_name, site_address }: Device, search: string): boolean =>
  [sn_code, dev_alias, dev_model, site_name, site_address].some((text) => text.toLowerCase().includes(search))

const seenOf = (fleet: Fleet, caller: Caller) =>
  [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))

export function deviceAnswers(parts: DeviceParts): Answers<Contract['device'], Caller> {
  const { db, fleet, raw, now = Date.now } = parts
  return {
    ...groupAnswers(db, fleet),
    ...deviceEditAnswers(parts),

    async list({ page, page_size, sort, search, group_id, dev_state, dev_model }, caller) {
      const { rows, groups } = await db.tenant(caller.tenant_id, async (q) => ({
        rows: await deviceRows(q, caller),
        groups:
          group_id === undefined ? [] : await q.selectFrom('device_group').select(['group_id', 'parent_id']).execute(),
      }))
      const inGroups = group_id === undefined ? null : groupsBelow(groups, [group_id])
      const text = search?.trim().toLowerCase() ?? ''
      const found = rows
        .map((row) => asDevice(row, fleet.get(row.sn_code), caller))
        .filter((device) => !inGroups || (device.group_id !== null && inGroups.has(device.group_id)))
        .filter((device) => !dev_state?.length || dev_state.includes(device.dev_state))
        .filter((device) => dev_model === undefined || device.dev_model === dev_model)
        .filter((device) => text === '' || isFound(device, text))
      const first = (page - 1) * page_size
      return { rows: sortedBy(found, sort).slice(first, first + page_size), total: found.length }
    },

    async counts(_input, caller) {
      const devices = seenOf(fleet, caller)
      const inState = (state: number) => devices.filter(({ dev_state }) => dev_state === state).length
      // Devices that belong to nobody are told as a number, and only to those who could register one.
      const unregistered = caller.roles.includes('P30000')
        ? await db.system((q) =>
            q
              .selectFrom('unregistered_device')
              .select((on) => on.fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow(),
          )
        : { count: 0 }
      return {
        online: inState(1),
        offline: inState(2),
        faulty: inState(3),
        unregistered: unregistered.count,
        open_alarms: devices.reduce((sum, { open_alarms }) => sum + open_alarms, 0),
      }
    },

    async detail({ sn_code }, caller) {
      const { device_id } = seenDevice(fleet, caller, sn_code)
      return db.tenant(caller.tenant_id, (q) => deviceDetail(q, fleet, caller, device_id))
    },

    async log(input, caller) {
      const { device_id } = seenDevice(fleet, caller, input.sn_code)
      return db.tenant(caller.tenant_id, (q) => logRows(q, device_id, input))
    },

    async readings({ sn_code }, caller) {
      const device = seenDevice(fleet, caller, sn_code)
      const time = now()
      const values = [...device.points.values()]
        .filter(({ is_added }) => is_added)
        .map((point) => ({ ...point, quality: qualityOf(point, device, time) }))
      return { sn_code: device.sn_code, dev_state: device.dev_state, report_time: device.report_time, values }
    },

    track: async ({ sn_code, start, end }, caller) => track(raw, seenDevice(fleet, caller, sn_code), start, end),
  }
}
