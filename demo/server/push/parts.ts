import type { Db } from '../db/db.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Push } from './push.ts'

export interface PushAnswerParts {
  db: Db
  fleet: Fleet
  push: Push
  now: () => number
}
