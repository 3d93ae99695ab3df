import type { Connection } from '../../../core/connection/connection.ts'
import { useCall } from '../use-call.ts'

/** What people call a device; its SN until that is known. */
export function useDeviceName({ api }: Pick<Connection, 'api'>, sn: string): string {
  return useCall(api.device.detail, sn ? { sn_code: sn } : null).data?.dev_alias ?? sn
}
