import { account } from './account.ts'
import { alarm } from './alarm.ts'
import { alarmMeasure } from './alarm-measure.ts'
import { alarmRecord } from './alarm-record.ts'
import { alarmRules } from './alarm-rules.ts'
import { audit } from './audit.ts'
import { bulletin } from './bulletin.ts'
import { control } from './control.ts'
import { customMenu } from './custom-menu.ts'
import { dashboard } from './dashboard.ts'
import { device } from './device.ts'
import { deviceBulk } from './device-bulk.ts'
import { deviceListing, deviceTransfer } from './device-claim.ts'
import { deviceEnd } from './device-end.ts'
import { deviceGroup } from './device-group.ts'
import { deviceImport } from './device-import.ts'
import { devicePicture } from './device-picture.ts'
import { devicePoint } from './device-point.ts'
import { deviceShare } from './device-share.ts'
import { deviceTag } from './device-tag.ts'
import { district } from './district.ts'
import { embed } from './embed.ts'
import { find } from './find.ts'
import { geofence } from './geofence.ts'
import { history } from './history.ts'
import { live } from './live.ts'
import { log } from './log.ts'
import { loginCheck } from './login-check.ts'
import { message } from './message.ts'
import { middleware } from './middleware.ts'
import { organisationSettings } from './organisation-settings.ts'
import { privilege } from './privilege.ts'
import { push } from './push.ts'
import { resource } from './resource.ts'
import { role } from './role.ts'
import { screen } from './screen.ts'
import { session } from './session.ts'
import { shareLink } from './share-link.ts'
import { sharedDashboard } from './shared-dashboard.ts'
import { shiftLog } from './shift-log.ts'
import { signInRule } from './sign-in-rule.ts'
import { statistics } from './statistics.ts'
import { system } from './system.ts'
import { template } from './template.ts'
import { user } from './user.ts'
import { userGroup } from './user-group.ts'
import { virtualDevice } from './virtual-device.ts'
import { weather } from './weather.ts'

/** Every call there is, by domain. */
export const contract = {
  session,
  loginCheck,
  account,
  signInRule,
  organisationSettings,
  customMenu,
  system,
  user,
  userGroup,
  role,
  privilege,
  audit,
  embed,
  device,
  deviceBulk,
  deviceEnd,
  deviceGroup,
  deviceImport,
  devicePicture,
  devicePoint,
  deviceTag,
  geofence,
  district,
  deviceShare,
  deviceListing,
  deviceTransfer,
  virtualDevice,
  history,
  control,
  live,
  alarm,
  alarmRecord,
  alarmRules,
  alarmMeasure,
  shiftLog,
  message,
  bulletin,
  push,
  log,
  template,
  screen,
  dashboard,
  resource,
  shareLink,
  sharedDashboard,
  middleware,
  weather,
  find,
  statistics,
}
export type Contract = typeof contract
export type Domain = keyof Contract
