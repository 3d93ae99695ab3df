import type { ServerAnswers } from '../http/http.ts'
import type { TransferParts } from './accept-offer.ts'
import { deviceBulkAnswers } from './bulk.ts'
import { type DeviceParts, deviceAnswers } from './device.ts'
import { districtAnswers } from './districts.ts'
import { geofenceAnswers } from './geofences.ts'
import { deviceGroupAnswers, type GroupEditParts } from './group-edit.ts'
import { type HistoryParts, historyAnswers } from './history.ts'
import { type DeviceImportParts, deviceImportAnswers } from './import/answers.ts'
import { type ListingParts, listingAnswers } from './listing.ts'
import { liveAnswers } from './live.ts'
import { devicePointAnswers } from './own-points.ts'
import { type DevicePictureParts, devicePictureAnswers } from './picture.ts'
import { type DeviceShareParts, deviceShareAnswers } from './shares.ts'
import { type StatisticsParts, statisticsAnswers } from './statistics.ts'
import { deviceTagAnswers } from './tags.ts'
import { transferAnswers } from './transfer.ts'

export const devicesAnswers = (
  parts: DeviceParts &
    GroupEditParts &
    HistoryParts &
    DevicePictureParts &
    DeviceShareParts &
    ListingParts &
    StatisticsParts &
    TransferParts &
    DeviceImportParts,
): Pick<
  ServerAnswers,
  | 'device'
  | 'deviceBulk'
  | 'deviceGroup'
  | 'deviceImport'
  | 'deviceListing'
  | 'devicePicture'
  | 'devicePoint'
  | 'deviceShare'
  | 'deviceTag'
  | 'deviceTransfer'
  | 'district'
  | 'geofence'
  | 'history'
  | 'live'
  | 'statistics'
> => ({
  device: deviceAnswers(parts),
  deviceBulk: deviceBulkAnswers(parts),
  deviceGroup: deviceGroupAnswers(parts),
  deviceImport: deviceImportAnswers(parts),
  devicePicture: devicePictureAnswers(parts),
  devicePoint: devicePointAnswers(parts),
  deviceListing: listingAnswers(parts),
  deviceTransfer: transferAnswers(parts),
  deviceShare: deviceShareAnswers(parts),
  deviceTag: deviceTagAnswers(parts),
  district: districtAnswers,
  geofence: geofenceAnswers(parts),
  history: historyAnswers(parts),
  live: liveAnswers(parts),
  statistics: statisticsAnswers(parts),
})
