export { openVirtualDevices } from './virtual-devices.ts'
