import type { ServerAnswers } from '../http/http.ts'
import { type DeviceParts, deviceAnswers } from './device.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { liveAnswers } from './live.ts'

export const devicesAnswers = (
  parts: DeviceParts & HistoryParts,
): Pick<ServerAnswers, 'device' | 'history' | 'live'> => ({
  device: deviceAnswers(parts),
  history: historyAnswers(parts),
  live: liveAnswers(parts),
})
