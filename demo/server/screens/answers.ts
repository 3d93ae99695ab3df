import type { ServerAnswers } from '../http/http.ts'
import { type ReplayParts, replayAnswers } from './replay.ts'
import { type ScreenAnswerParts, screenAnswers } from './screen.ts'
import { screenFileAnswers } from './screen-file.ts'

export const screensAnswers = (parts: ScreenAnswerParts & ReplayParts): Pick<ServerAnswers, 'screen'> => ({
  screen: { ...screenAnswers(parts), ...screenFileAnswers(parts), ...replayAnswers(parts) },
})
