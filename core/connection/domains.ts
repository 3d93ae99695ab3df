import type { Contract, Domain } from '../contract/contract.ts'
import { live } from '../contract/live.ts'
import { system } from '../contract/system.ts'

const devicePage = () => import('../contract/device-page.ts')
const people = () => import('../contract/people.ts')
const configuration = () => import('../contract/configuration.ts')
const alarms = () => import('../contract/alarms.ts')

/**
 * A domain's calls come with the first of them, in a file with those of its neighbours: a page that shows one device loads
 * nothing of the others. What every page asks is here already.
 */
export const DOMAINS: { readonly [D in Domain]: () => Promise<Pick<Contract, D>> } = {
  session: () => import('../contract/session.ts'),
  loginCheck: people,
  account: people,
  signInRule: people,
  organisationSettings: () => import('../contract/organisation-settings.ts'),
  customMenu: () => import('../contract/custom-menu.ts'),
  user: people,
  userGroup: people,
  role: people,
  privilege: people,
  audit: people,
  system: async () => ({ system }),
  device: () => import('../contract/device.ts'),
  deviceBulk: () => import('../contract/device-bulk.ts'),
  deviceEnd: configuration,
  deviceGroup: configuration,
  deviceImport: () => import('../contract/device-import.ts'),
  deviceShare: configuration,
  deviceListing: configuration,
  deviceTransfer: configuration,
  devicePicture: () => import('../contract/device-picture.ts'),
  devicePoint: configuration,
  deviceTag: () => import('../contract/device-tag.ts'),
  geofence: () => import('../contract/geofence.ts'),
  district: () => import('../contract/district.ts'),
  virtualDevice: configuration,
  template: configuration,
  screen: configuration,
  dashboard: () => import('../contract/dashboard.ts'),
  resource: configuration,
  shareLink: () => import('../contract/share-link.ts'),
  sharedDashboard: () => import('../contract/shared-dashboard.ts'),
  middleware: () => import('../contract/middleware.ts'),
  weather: configuration,
  history: devicePage,
  control: devicePage,
  embed: people,
  live: async () => ({ live }),
  alarm: () => import('../contract/alarm.ts'),
  alarmRecord: alarms,
  alarmRules: alarms,
  alarmMeasure: alarms,
  shiftLog: alarms,
  log: people,
  message: people,
  bulletin: people,
  push: people,
  find: () => import('../contract/find.ts'),
  statistics: () => import('../contract/statistics.ts'),
}
