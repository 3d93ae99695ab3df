import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import type { Fleet } from '../fleet.ts'
import type { Push } from '../push.ts'
import { ownPushAnswers } from './push-own.ts'
import { pushRecordAnswers } from './push-record.ts'
import { escalationAnswers } from './push-rules.ts'
import { webhookAnswers } from './push-webhooks.ts'

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
