import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../caller.ts'

export const systemAnswers = (now: () => number = Date.now): Answers<Contract['system'], Caller> => ({
  timestamp: async () => Math.floor(now() / 1000),
})
