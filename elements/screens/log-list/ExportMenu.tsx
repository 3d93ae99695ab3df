import { useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { LogKind } from '../../../core/contract/log.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface ExportMenuProps {
  /** What is left by the filters. */
  asked: { kind: LogKind }
  onFailed: (why: string | null) => void
}

/** The lines as a file. Too many of them are told by the screen. */
export function ExportMenu({ asked, onFailed }: ExportMenuProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useElement()
  const [isPending, setPending] = useState(false)

  async function save(format: 'xlsx' | 'csv') {
    setPending(true)
    onFailed(null)
    try {
      saveFile(await api.log.export({ ...asked, format, lang }))
    } catch (error) {
      // A defect goes on.
      if (!isCallFailure(error)) throw error
      onFailed(error instanceof ApiError ? messageOf(error.code, lang) : t.exportUnreachable)
    } finally {
      setPending(false)
    }
  }

  return (
    <Menu
      label={t.exportAs}
      entries={[
        { id: 'xlsx', label: t.asXlsx, onAction: () => void save('xlsx') },
        { id: 'csv', label: t.asCsv, onAction: () => void save('csv') },
      ]}
    >
      <Button icon="download" isPending={isPending}>
        {isPending ? t.exporting : t.exportAs}
      </Button>
    </Menu>
  )
}
