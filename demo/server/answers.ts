import type { BrokerAddress } from '../../core/contract/device.ts'
import type { ForeignPage } from '../../core/contract/session.ts'
import { alarmRulesAnswers } from './alarm-rules/answers.ts'
import { alarmsAnswers } from './alarms/answers.ts'
import type { Alarms } from './alarms/index.ts'
import { auditAnswers } from './audit/answers.ts'
import { controlAnswers } from './control/answers.ts'
import type { Commands } from './control/index.ts'
import { dashboardAnswers } from './dashboards/answers.ts'
import { findDashboards } from './dashboards/index.ts'
import type { Db } from './db/db.ts'
import { deviceEndAnswers } from './device-end/answers.ts'
import { devicesAnswers } from './devices/answers.ts'
import type { DeviceImports, ShareEnds } from './devices/index.ts'
import { embedAnswers } from './embed/answers.ts'
import type { Guests } from './embed/index.ts'
import { findAnswers } from './find/answers.ts'
import type { Fleet } from './fleet/fleet.ts'
import { firstDeviceOf, templatesOfDevices } from './fleet/seen-devices.ts'
import { resourceAnswers } from './gallery/answers.ts'
import type { Telemetry } from './history/telemetry.ts'
import type { BrowserKeys } from './http/browser-key.ts'
import type { ServerAnswers } from './http/http.ts'
import type { LoginGuard } from './limits/login-guard.ts'
import type { Budgets } from './limits/rates.ts'
import { logAnswers } from './log/answers.ts'
import { messageAnswers } from './messages/answers.ts'
import type { Messages } from './messages/index.ts'
import { middlewareAnswers } from './middleware/answers.ts'
import { customMenuAnswers, organisationSettingsAnswers } from './organisation-settings/answers.ts'
import { type Brands, customPageOf, type MenuTargets } from './organisation-settings/index.ts'
import { peopleAnswers } from './people/answers.ts'
import { openLoginChecks, openSentCodes, openWechat, type Sessions } from './people/index.ts'
import { pushAnswers } from './push/answers.ts'
import type { Push } from './push/index.ts'
import { seenRoles } from './rights/index.ts'
import { screensAnswers } from './screens/answers.ts'
import { findScreens } from './screens/index.ts'
import type { Settings } from './settings.ts'
import { shareLinkAnswers } from './share-links/answers.ts'
import type { Shares } from './share-links/index.ts'
import { systemAnswers } from './system/answers.ts'
import { templatesAnswers } from './templates/answers.ts'
import { virtualDeviceAnswers } from './virtual-devices/answers.ts'
import { weatherAnswers } from './weather/answers.ts'

export interface AnswerParts {
  settings: Settings
  db: Db
  fleet: Fleet
  telemetry: Telemetry
  alarms: Alarms
  commands: Commands
  sessions: Sessions
  guests: Guests
  shares: Shares
  shareEnds: ShareEnds
  imports: DeviceImports
  /** Of passwords that are guessed. */
  guard: LoginGuard
  messages: Messages
  budgets: Budgets
  browsers: BrowserKeys
  push: Push
  brands: Brands
  /** Filled once the demo's portals are up. */
  foreignPages: readonly ForeignPage[]
  /** Where devices connect by MQTT. */
  broker(): BrokerAddress
  /** Ends a device's connections. */
  disconnect(sn_code: string): void
  /** Hears of work in the background that failed. */
  report(error: unknown): void
  now?: () => number
}

/** What the server owes: an answer for every call of the contract, over what is open. */
export function answersOf(parts: AnswerParts): ServerAnswers {
  const { settings, budgets, db, fleet, now = Date.now } = parts
  const open = { ...parts, now }
  const alarms = alarmsAnswers(open)
  const targets = menuTargets(fleet)
  return {
    ...peopleAnswers({
      ...open,
      customPages: {
        of: (q, caller) => customPageOf(q, caller, { targets }),
        named: async (q, caller, id) => (await targets.dashboards(q, caller, { ids: [id], most: 1 }))[0] ?? null,
      },
      checks: openLoginChecks(settings.LOGIN_CHECK, budgets, now),
      codes: openSentCodes(db, budgets, now),
      wechat: openWechat(settings, now),
    }),
    audit: auditAnswers(db),
    organisationSettings: organisationSettingsAnswers(open),
    customMenu: customMenuAnswers({ ...open, targets, frameHosts: settings.FRAME_HOSTS }),
    ...systemAnswers(open),
    ...devicesAnswers({ ...open, perTime: alarms.alarmRecord.perTime }),
    deviceEnd: deviceEndAnswers(open),
    virtualDevice: virtualDeviceAnswers(open),
    control: controlAnswers(open),
    ...alarms,
    alarmRules: alarmRulesAnswers(open),
    ...templatesAnswers(open),
    ...screensAnswers(open),
    dashboard: dashboardAnswers(open),
    resource: resourceAnswers(open),
    ...shareLinkAnswers(open),
    embed: embedAnswers(open),
    middleware: middlewareAnswers(open),
    weather: weatherAnswers(open),
    message: messageAnswers(open),
    push: pushAnswers(open),
    log: logAnswers(open),
    find: findAnswers(open),
  }
}

/** What an organisation's menu can open: of the rooms that keep it, of a caller's sight. */
const menuTargets = (fleet: Fleet): MenuTargets => ({
  dashboards: (q, caller, { words, ids, most }) =>
    findDashboards(q, fleet, caller, { words, dashboard_ids: ids, most }),
  screens: (q, caller, { words, ids, most }) =>
    findScreens(q, caller, { words, screen_ids: ids, most, shown: [...templatesOfDevices(fleet, caller)] }),
  deviceOf: (caller, template_id) => firstDeviceOf(fleet, caller, template_id),
  roles: async (q, caller) =>
    (await seenRoles(q, caller)).select(['r.role_id', 'r.role_name', 'r.permissions']).orderBy('r.role_name').execute(),
})
