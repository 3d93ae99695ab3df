import type { ServerAnswers } from '../http/http.ts'
import { type DeviceParts, deviceAnswers } from './device.ts'
import { districtAnswers } from './districts.ts'
import { deviceGroupAnswers, type GroupEditParts } from './group-edit.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { liveAnswers } from './live.ts'
import { devicePointAnswers } from './own-points.ts'
import { type DeviceShareParts, deviceShareAnswers } from './shares.ts'
import { deviceTagAnswers } from './tags.ts'

export const devicesAnswers = (
  parts: DeviceParts & GroupEditParts & HistoryParts & DeviceShareParts,
): Pick<
  ServerAnswers,
  'device' | 'deviceGroup' | 'devicePoint' | 'deviceShare' | 'deviceTag' | 'district' | 'history' | 'live'
> => ({
  device: deviceAnswers(parts),
  deviceGroup: deviceGroupAnswers(parts),
  devicePoint: devicePointAnswers(parts),
  deviceShare: deviceShareAnswers(parts),
  deviceTag: deviceTagAnswers(parts),
  district: districtAnswers,
  history: historyAnswers(parts),
  live: liveAnswers(parts),
})
