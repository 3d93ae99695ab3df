import type { ServerAnswers } from '../http/http.ts'
import { type DeviceParts, deviceAnswers } from './device.ts'
import { deviceGroupAnswers, type GroupEditParts } from './group-edit.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { liveAnswers } from './live.ts'

export const devicesAnswers = (
  parts: DeviceParts & GroupEditParts & HistoryParts,
): Pick<ServerAnswers, 'device' | 'deviceGroup' | 'history' | 'live'> => ({
  device: deviceAnswers(parts),
  deviceGroup: deviceGroupAnswers(parts),
  history: historyAnswers(parts),
  live: liveAnswers(parts),
})
