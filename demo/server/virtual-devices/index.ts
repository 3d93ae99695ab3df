export { openSight } from './sight.ts'
export { openVirtualDevices } from './virtual-devices.ts'
