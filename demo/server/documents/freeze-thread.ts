import { answerInThread } from '../limits/thread-program.ts'
import { frozen } from './freeze.ts'
import type { FreezeWork, FrozenDocument } from './freeze-work.ts'
import { summarized } from './summary.ts'

/** The thread that documents are frozen in. */
answerInThread(({ document: drawn, groups }: FreezeWork): FrozenDocument => {
  const document = groups.size === 0 ? drawn : frozen(drawn, groups)
  return { document, read: summarized(document) }
})
