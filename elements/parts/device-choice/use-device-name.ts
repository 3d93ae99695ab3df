import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useCollection } from '../use-collection.ts'

/** What people call a device; its SN until that is known. */
export function useDeviceName(sn: string): string {
  return useCollection(deviceDetail, sn ? { sn_code: sn } : null).data?.dev_alias ?? sn
}
