import type { Db } from '../db/db.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Telemetry } from '../history/telemetry.ts'

export interface AlarmRulesParts {
  db: Db
  fleet: Fleet
  telemetry: Telemetry
  now?: () => number
}
