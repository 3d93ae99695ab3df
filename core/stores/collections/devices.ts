import { collection } from '../collection.ts'

/** The device groups that the caller sees. */
export const deviceGroups = collection({
  load: ({ device }, _, options) => device.groups({}, options),
  changedBy: ['device', 'deviceGroup', 'virtualDevice'],
})

/** One device with its points. */
export const deviceDetail = collection({
  load: ({ device }, input: { sn_code: string }, options) => device.detail(input, options),
  changedBy: ['device', 'deviceGroup', 'devicePicture', 'devicePoint', 'deviceTag', 'template', 'virtualDevice'],
})

/** Tags of the devices that the caller sees. */
export const deviceTags = collection({
  load: ({ deviceTag }, _, options) => deviceTag.list({}, options),
  changedBy: ['device', 'deviceTag', 'deviceEnd'],
})

/** Areas on the map, with the alarm rules that name each. */
export const geofences = collection({
  load: ({ geofence }, _, options) => geofence.list({}, options),
  changedBy: ['geofence', 'alarmRules', 'template'],
})
