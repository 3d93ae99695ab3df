import type { ServerAnswers } from '../http/http.ts'
import { type DeviceParts, deviceAnswers } from './device.ts'
import { deviceGroupAnswers, type GroupEditParts } from './group-edit.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { liveAnswers } from './live.ts'
import { devicePointAnswers } from './own-points.ts'
import { deviceTagAnswers } from './tags.ts'

export const devicesAnswers = (
  parts: DeviceParts & GroupEditParts & HistoryParts,
): Pick<ServerAnswers, 'device' | 'deviceGroup' | 'devicePoint' | 'deviceTag' | 'history' | 'live'> => ({
  device: deviceAnswers(parts),
  deviceGroup: deviceGroupAnswers(parts),
  devicePoint: devicePointAnswers(parts),
  deviceTag: deviceTagAnswers(parts),
  history: historyAnswers(parts),
  live: liveAnswers(parts),
})
