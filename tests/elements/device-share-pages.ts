import type { DeviceShare } from '../../core/contract/device-share.ts'
import { type Page, ROW, seen } from './axe-page.ts'
import type { Answers } from './played-server.ts'

/** A share of a pump with Li, by Wang. */
export const share = (more: Partial<DeviceShare> = {}): DeviceShare => ({
  sn_code: 'P1',
  dev_alias: 'Pump 1',
  dev_state: 1,
  user_id: 7,
  user_name: 'li',
  name: 'Li Na',
  by_user_name: 'wang',
  by_name: 'Wang Wei',
  may_write: false,
  until_time: null,
  remarks: 'Repair',
  shared_time: 1_760_000_000_000,
  ...more,
})

export const LIST = 'GET /dev/share'

export const shareAnswers: Answers = {
  [LIST]: () => ({
    rows: [share(), share({ user_id: 8, user_name: 'zhao', name: 'zhao', may_write: true })],
    total: 2,
  }),
  'GET /dev/share/devices': () => [{ sn_code: 'P1', dev_alias: 'Pump 1', may_write: true }],
  'GET /dev/share/people': () => [{ user_id: 9, user_name: 'sun', name: 'Sun' }],
}

export const DEVICE_SHARE_PAGES: Record<string, readonly Page[]> = {
  'sg-device-share': [
    {
      answers: shareAnswers,
      list: { file: 'screens/device-share/DeviceShares.tsx', call: LIST, hasSearch: true, again: false },
      reach: seen([], ROW),
    },
    {
      shape: 'with a share to be made',
      answers: shareAnswers,
      reach: seen(['.list-page-actions .button-primary'], '.user-picker'),
    },
  ],
}
