import type { ReactNode } from 'react'
import { lazyPart, useConnection, useElement, useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { saveFile } from '../../parts/save-file.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'

const DeviceImport = lazyPart(
  async () => (await import('../../parts/device-import/DeviceImport.tsx')).DeviceImport,
  null,
)

interface DeviceFiles {
  /** For a menu: to import devices from a file, and to export those that `query` leaves. */
  entries: MenuEntry[]
  dialog: ReactNode
}

export function useDeviceFiles(query: object, onChanged: () => void): DeviceFiles {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useElement()
  const holds = useRights()
  const importing = useDialog<true>()
  async function save(format: 'xlsx' | 'csv') {
    try {
      saveFile(await api.deviceImport.export({ ...query, format, lang }, { raisesToast: true }))
    } catch (error) {
      if (!isCallFailure(error)) throw error
    }
  }
  const entries: MenuEntry[] = [
    { id: 'export-xlsx', label: t.exportXlsx, icon: 'download', onAction: () => void save('xlsx') },
    { id: 'export-csv', label: t.exportCsv, icon: 'download', onAction: () => void save('csv') },
  ]
  if (holds('P30100'))
    entries.unshift({ id: 'import', label: t.importDevices, icon: 'upload', onAction: () => importing.open(true) })
  return {
    entries,
    dialog: importing.dialogState !== null && (
      <DeviceImport
        key={`import ${importing.round}`}
        isOpen={importing.isOpen}
        onClose={importing.close}
        onChanged={onChanged}
      />
    ),
  }
}
