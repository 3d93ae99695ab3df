import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../http/caller.ts'

export const timestampAnswers = (now: () => number = Date.now): Answers<Contract['system'], Caller> => ({
  timestamp: async () => Math.floor(now() / 1000),
})
