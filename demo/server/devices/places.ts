import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { isPlace } from '../../../core/rules/places.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { mayEdit } from './rows.ts'

type Place = Pick<DevicePlace, 'lat' | 'lng' | 'heading' | 'speed' | 'place_time'>

const NOWHERE: Place = { lat: null, lng: null, heading: null, speed: null, place_time: null }

const numberOf = ({ points }: LiveDevice, key: string): number | null => {
  const point = points.get(key)
  return point?.is_added && point.quality !== 'bad' && typeof point.value === 'number' ? point.value : null
}

/** Where a device says that it is; null where it says nothing, or has no fix. */
function reportedPlace(device: LiveDevice): Place | null {
  const [lat, lng] = [numberOf(device, 'lat'), numberOf(device, 'lng')]
  if (!isPlace(lat, lng)) return null
  const place_time = device.points.get('lat')?.data_time ?? null
  return { lat, lng, heading: numberOf(device, 'heading'), speed: numberOf(device, 'speed'), place_time }
}

/** These devices as the map shows them: those that are somewhere first. */
export async function devicePlaces(
  q: Kysely<Schema>,
  devices: readonly LiveDevice[],
  caller: Caller,
): Promise<DevicePlace[]> {
  const placed = await q
    .selectFrom('device')
    .select(['device_id', 'lat', 'lng'])
    .where('lat', 'is not', null)
    .where('lng', 'is not', null)
    .execute()
  const byHand = new Map(placed.map(({ device_id, lat, lng }) => [device_id, { ...NOWHERE, lat, lng }]))
  const rows = devices.map(
    (device): DevicePlace => ({
      sn_code: device.sn_code,
      dev_alias: device.dev_alias,
      dev_state: device.dev_state,
      open_alarms: device.open_alarms,
      alarm_level: device.alarm_level,
      ...(reportedPlace(device) ?? byHand.get(device.device_id) ?? NOWHERE),
      report_interval_s: device.report_interval_s,
      may_edit: mayEdit(caller, device),
    }),
  )
  const somewhere = rows.filter(({ lat }) => lat !== null)
  return [...somewhere, ...rows.filter(({ lat }) => lat === null)].slice(0, LIMITS.mapDevices)
}
