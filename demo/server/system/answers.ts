import type { ServerAnswers } from '../http/http.ts'
import type { MessageParts } from '../messages/index.ts'
import { bulletinAnswers } from './bulletin.ts'
import { timestampAnswers } from './timestamp.ts'

export const systemAnswers = (parts: MessageParts): Pick<ServerAnswers, 'bulletin' | 'system'> => ({
  bulletin: bulletinAnswers(parts),
  system: timestampAnswers(),
})
