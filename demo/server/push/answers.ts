import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../http/caller.ts'
import { ownPushAnswers } from './own.ts'
import type { PushAnswerParts } from './parts.ts'
import { pushRecordAnswers } from './record.ts'
import { escalationAnswers } from './rules.ts'
import { webhookAnswers } from './webhooks.ts'

export const pushAnswers = (parts: PushAnswerParts): Answers<Contract['push'], Caller> => ({
  ...ownPushAnswers(parts),
  ...pushRecordAnswers(parts),
  ...escalationAnswers(parts),
  ...webhookAnswers(parts),
})
