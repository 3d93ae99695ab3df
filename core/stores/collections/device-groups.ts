import { collection } from '../collection.ts'

/** The device groups that the caller sees, with how many devices of each are in which state. */
export const deviceGroupTree = collection({
  load: ({ deviceGroup }, _, options) => deviceGroup.tree({}, options),
  changedBy: ['device', 'deviceGroup', 'virtualDevice'],
  everyMs: 5000,
})
