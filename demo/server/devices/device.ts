import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { readSort } from '../../../core/contract/sort.ts'
import { type Fleet, qualityOf } from '../fleet/fleet.ts'
import { boundPoints, onlyDevice, readDevice, seenDevice } from '../fleet/seen-devices.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { turnHolderOf } from '../http/caller-turns.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { type DeviceEditParts, deviceEditAnswers } from './edit.ts'
import { type GroupParts, groupAnswers } from './group.ts'
import { requireRange } from './history-rows.ts'
import { longReads } from './history-turns.ts'
import { logRows } from './log-rows.ts'
import { passwordAnswers } from './password.ts'
import { devicePlaces } from './places.ts'
import { boundDetail, deviceDetail, devicesAsRows, matchingDevices } from './rows.ts'
import { runsWithin, stateSpans } from './state-spans.ts'
import { templatePointAnswers } from './template-point.ts'
import { track } from './track.ts'

export interface DeviceParts extends DeviceEditParts, GroupParts {
  telemetry: Pick<Telemetry, 'of'>
}

/** What the fleet knows of a device without SQL. */
const LIVE_SORTS = new Set(['sn_code', 'dev_alias', 'dev_state', 'report_time', 'report_interval_s', 'open_alarms'])

const seenOf = (fleet: Fleet, caller: Caller) =>
  [...fleet.devices(caller.tenant_id)].filter((device) => canSee(caller, device))

export function deviceAnswers(parts: DeviceParts): Answers<Contract['device'], Caller> {
  const { db, fleet, telemetry, broker, now = Date.now } = parts
  return {
    ...groupAnswers(parts),
    ...deviceEditAnswers(parts),
    ...templatePointAnswers(parts),
    ...passwordAnswers(parts),

    async list({ page, page_size, sort, ...filter }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        const found = await matchingDevices(q, fleet, caller, filter)
        // Rows are read for one page; for all of them only when SQL alone knows what to sort by.
        const isLive = sort === undefined || LIVE_SORTS.has(readSort(sort).id)
        const asked = { page, page_size, sort }
        caller.spend?.(costOfSorting(found.length))
        const rows = isLive
          ? await devicesAsRows(q, sortedPage(found, asked), caller)
          : sortedPage(await devicesAsRows(q, found, caller), asked)
        return { rows, total: found.length }
      })
    },

    async map(which, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        const found = await matchingDevices(q, fleet, caller, which)
        caller.spend?.(costOfSorting(found.length))
        return { rows: await devicePlaces(q, found, caller), total: found.length }
      })
    },

    async counts(_input, caller) {
      const devices = seenOf(fleet, caller)
      const inState = (state: number) => devices.filter(({ dev_state }) => dev_state === state).length
      // Devices that belong to nobody are counted, and only for those who could register one.
      const unregistered = caller.roles.includes('P30100')
        ? await db.systemFor(caller.tenant_id, (q) =>
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
      }
    },

    broker: async () => broker(),

    async detail({ sn_code }, caller) {
      const read = readDevice(fleet, caller, sn_code)
      if (!read) throw new ApiError('110509')
      if (boundPoints(caller, read)) return boundDetail(read)
      const { device_id } = read
      return db.tenant(caller.tenant_id, (q) => deviceDetail(q, fleet, caller, device_id))
    },

    async log(input, caller) {
      const { device_id } = onlyDevice(fleet, caller, input.sn_code)
      return db.tenant(caller.tenant_id, (q) => logRows(q, device_id, input))
    },

    async states({ sn_code, start, end }, caller) {
      requireRange(start, end)
      const device = onlyDevice(fleet, caller, sn_code)
      const until = Math.min(end, now())
      const read = async () => {
        const runs = await db.systemFor(caller.tenant_id, (q) => runsWithin(q, start, until))
        return db.tenant(caller.tenant_id, (q) => stateSpans(q, device, start, until, runs), 'history')
      }
      return longReads.run(turnHolderOf(caller), read, caller.gone)
    },

    async readings({ sn_code }, caller) {
      const device = seenDevice(fleet, caller, sn_code)
      const time = now()
      const values = [...device.points.values()]
        .filter(({ is_added }) => is_added)
        .map((point) => ({ ...point, quality: qualityOf(point, device, time) }))
      const offered =
        caller.guest === null && canWrite(caller, device)
          ? [...device.points.values()]
              .filter(({ is_added, is_removed }) => !is_added && !is_removed)
              .map(({ key, value, data_time }) => ({ key, value, data_time }))
          : []
      return { sn_code: device.sn_code, dev_state: device.dev_state, report_time: device.report_time, values, offered }
    },

    async track({ sn_code, start, end }, caller) {
      const device = onlyDevice(fleet, caller, sn_code)
      const { tenant_id, gone } = caller
      return longReads.run(turnHolderOf(caller), () => track(telemetry.of(tenant_id), device, start, end, gone), gone)
    },
  }
}
