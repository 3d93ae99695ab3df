import type { ReactNode } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DeviceCode } from '../../../core/rules/device-code.ts'
import { lazyPart, useConnection, useElement, useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'

const ScanDialog = lazyPart(async () => (await import('../../parts/scan/ScanDialog.tsx')).ScanDialog, null)

const UNKNOWN_DEVICE = '110509'

interface ScanProps {
  open: (device: { sn_code: string }) => void
  register: (code: DeviceCode) => void
}

/** Opens the device whose code is scanned; one that is not here is registered, where the user may. */
export function useScan({ open, register }: ScanProps): { entry: MenuEntry; dialog: ReactNode } {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useElement()
  const holds = useRights()
  const scanning = useDialog<null>()

  async function scanned(code: DeviceCode): Promise<string | null> {
    const { sn_code } = code
    try {
      await api.device.detail({ sn_code })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== UNKNOWN_DEVICE) return refusalText(error, lang)
      if (!holds('P30100')) return t.notHere({ sn: sn_code })
      scanning.close()
      register(code)
      return null
    }
    scanning.close()
    open({ sn_code })
    return null
  }

  return {
    entry: { id: 'scan', label: t.scan, icon: 'scan', onAction: () => scanning.open(null) },
    dialog: scanning.round > 0 && <ScanDialog isOpen={scanning.isOpen} onClose={scanning.close} onScanned={scanned} />,
  }
}
