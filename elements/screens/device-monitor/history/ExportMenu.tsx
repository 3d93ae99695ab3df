import { useState } from 'react'
import { messageOf } from '../../../../core/catalogue/codes.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import type { TimeRange } from '../../../kit/time-range.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { type CallFailure, isCallFailure } from '../../../parts/use-call.ts'
import { text } from './text.ts'

interface ExportMenuProps {
  sn_code: string
  keys: readonly string[]
  range: TimeRange
}

/** The list as a file. Too many rows, or none, are told where the file was asked for. */
export function ExportMenu({ sn_code, keys, range }: ExportMenuProps) {
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  async function save(format: 'xlsx' | 'csv') {
    setPending(true)
    setFailure(null)
    try {
      const asked = { sn_code, keys: [...keys], start: range.from, end: range.to, format, lang }
      saveFile(await api.history.export(asked))
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <>
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
      {failure && (
        <p className="monitor-refusal" role="alert">
          {failure instanceof ApiError ? messageOf(failure.code, lang) : t.exportUnreachable}
        </p>
      )}
    </>
  )
}
