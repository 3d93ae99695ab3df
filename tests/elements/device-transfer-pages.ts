import { DAY_MS } from '../../core/catalogue/durations.ts'
import type { DeviceOffer, ListedDevice } from '../../core/contract/device-claim.ts'

const NOW = 1_763_600_000_000

export const deviceOffer = (more: Partial<DeviceOffer> = {}): DeviceOffer => ({
  offer_id: 5,
  sn_code: 'P1',
  dev_alias: '',
  dev_model: 'BX-3',
  by_name: '',
  to_name: 'rival',
  is_outside: true,
  with_history: false,
  history_bytes: null,
  offered_time: NOW,
  ends_time: NOW + 14 * DAY_MS,
  ...more,
})

export const listedDevice = (more: Partial<ListedDevice> = {}): ListedDevice => ({
  sn_code: 'L1',
  has_password: false,
  listed_time: NOW,
  listed_user_name: 'admin',
  last_seen_time: null,
  ends_time: NOW + 30 * DAY_MS,
  ...more,
})
