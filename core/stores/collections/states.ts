import { collection } from '../collection.ts'

/** How many devices are in each state. */
export const deviceCounts = collection({
  load: ({ device }, _, options) => device.counts({}, options),
  everyMs: 5000,
})

/** The open alarms of each device that has any and of its points, or of one device. */
export const alarmMarks = collection({
  load: ({ alarmRecord }, of: { sn_code?: string }, options) => alarmRecord.marks(of, options),
  isOfAlarms: true,
})

/** How many alarms are open, and the worst of them. */
export const alarmCounts = collection({
  load: ({ alarm }, _, options) => alarm.counts({}, options),
  isOfAlarms: true,
  everyMs: 15_000,
})
