import type { ForeignPage } from '../../core/contract/session.ts'
import type { Alarms } from './alarms.ts'
import type { BrowserKeys } from './browser-key.ts'
import type { Commands } from './commands.ts'
import type { Db } from './db/db.ts'
import type { Fleet } from './fleet.ts'
import type { Guests } from './guests.ts'
import type { ServerAnswers } from './http.ts'
import { openLoginChecks } from './login-checks.ts'
import { openLoginGuard } from './login-guard.ts'
import type { Messages } from './messages.ts'
import { accountAnswers } from './modules/account.ts'
import { alarmAnswers } from './modules/alarm.ts'
import { alarmMeasureAnswers } from './modules/alarm-measure.ts'
import { alarmRecordAnswers } from './modules/alarm-record.ts'
import { alarmRulesAnswers } from './modules/alarm-rules.ts'
import { auditAnswers } from './modules/audit.ts'
import { bulletinAnswers } from './modules/bulletin.ts'
import { controlAnswers } from './modules/control.ts'
import { deviceAnswers } from './modules/device.ts'
import { embedAnswers } from './modules/embed.ts'
import { historyAnswers } from './modules/history.ts'
import { liveAnswers } from './modules/live.ts'
import { logAnswers } from './modules/log.ts'
import { loginCheckAnswers } from './modules/login-check.ts'
import { messageAnswers } from './modules/message.ts'
import { middlewareAnswers } from './modules/middleware.ts'
import { pointsFileAnswers } from './modules/points-file.ts'
import { privilegeAnswers } from './modules/privilege.ts'
import { pushAnswers } from './modules/push.ts'
import { replayAnswers } from './modules/replay.ts'
import { resourceAnswers } from './modules/resource.ts'
import { roleAnswers } from './modules/role.ts'
import { screenAnswers } from './modules/screen.ts'
import { screenFileAnswers } from './modules/screen-file.ts'
import { sessionAnswers } from './modules/session.ts'
import { shareLinkAnswers } from './modules/share-link.ts'
import { signInRuleAnswers } from './modules/sign-in-rule.ts'
import { systemAnswers } from './modules/system.ts'
import { templateAnswers } from './modules/template.ts'
import { userAnswers } from './modules/user.ts'
import { userGroupAnswers } from './modules/user-group.ts'
import { virtualDeviceAnswers } from './modules/virtual-device.ts'
import { weatherAnswers } from './modules/weather.ts'
import type { Push } from './push.ts'
import type { Budgets } from './rates.ts'
import { openSentCodes } from './sent-codes.ts'
import type { Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import type { Shares } from './shares.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { openWechat } from './wechat.ts'

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
  messages: Messages
  budgets: Budgets
  browsers: BrowserKeys
  push: Push
  /** Filled once the demo's portals are up. */
  foreignPages: readonly ForeignPage[]
  /** Ends a device's connections. */
  disconnect(sn_code: string): void
  /** Hears of work in the background that failed. */
  report(error: unknown): void
  now?: () => number
}

/** What the server owes: an answer for every call of the contract, over what is open. */
export function answersOf(parts: AnswerParts): ServerAnswers {
  const { settings, budgets, db, fleet, telemetry, alarms, commands, guests, push, now = Date.now } = parts
  const guard = openLoginGuard(now)
  const checks = openLoginChecks(settings.LOGIN_CHECK, budgets, now)
  const people = { ...parts, guard, checks, now }
  return {
    session: sessionAnswers(people),
    loginCheck: loginCheckAnswers(people),
    account: accountAnswers({ ...people, codes: openSentCodes(db, budgets, now), wechat: openWechat(settings, now) }),
    signInRule: signInRuleAnswers(db, now),
    user: userAnswers(people),
    userGroup: userGroupAnswers(people),
    role: roleAnswers(people),
    privilege: privilegeAnswers(people),
    audit: auditAnswers(db),
    system: systemAnswers(),
    device: deviceAnswers(people),
    virtualDevice: virtualDeviceAnswers({ db, fleet, now }),
    template: { ...templateAnswers(people), ...pointsFileAnswers(people) },
    screen: { ...screenAnswers(people), ...screenFileAnswers(people), ...replayAnswers({ fleet, telemetry, budgets }) },
    resource: resourceAnswers(people),
    shareLink: shareLinkAnswers(people),
    middleware: middlewareAnswers(people),
    weather: weatherAnswers(people),
    history: historyAnswers({ db, fleet, telemetry, now }),
    control: controlAnswers({ db, fleet, commands }),
    alarm: alarmAnswers({ db, fleet, alarms }),
    alarmRecord: alarmRecordAnswers({ db, fleet, now }),
    alarmRules: alarmRulesAnswers({ db, fleet, telemetry, now }),
    alarmMeasure: alarmMeasureAnswers({ db, fleet, now }),
    message: messageAnswers({ db, now }),
    bulletin: bulletinAnswers({ db, now }),
    log: logAnswers({ db, fleet }),
    push: pushAnswers({ db, fleet, push, now }),
    embed: embedAnswers({ db, fleet, guests, now }),
    live: liveAnswers({ fleet, telemetry }),
  }
}
