import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { ownPushAnswers } from './own.ts'
import type { Push } from './push.ts'
import { pushRecordAnswers } from './record.ts'
import { escalationAnswers } from './rules.ts'
import { webhookAnswers } from './webhooks.ts'

export interface PushAnswerParts {
  db: Db
  fleet: Fleet
  push: Push
  now: () => number
}

export const pushAnswers = (parts: PushAnswerParts): Answers<Contract['push'], Caller> => ({
  ...ownPushAnswers(parts),
  ...pushRecordAnswers(parts),
  ...escalationAnswers(parts),
  ...webhookAnswers(parts),
})
