import { answerInThread } from '../limits/thread-program.ts'
import { frozen } from './freeze.ts'
import type { FreezeWork } from './freeze-work.ts'
import { type FrozenDocument, readFrozen } from './read-frozen.ts'

/** The thread that documents are frozen in. */
answerInThread(({ document: drawn, groups }: FreezeWork): FrozenDocument => {
  return readFrozen(groups.size === 0 ? drawn : frozen(drawn, groups))
})
