import { useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { saveFile } from '../save-file.ts'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { text } from './text.ts'
import type { AlarmFilter } from './view.ts'

interface ExportFilter extends AlarmFilter {
  start?: number
  end?: number
}

interface ExportMenuProps {
  asked: ExportFilter
  /** What the button says where it is not "Export". */
  label?: string
  isDisabled?: boolean
}

/** The alarms as a file; why there is none is told where it was asked for. */
export function ExportMenu({ asked, label, isDisabled = false }: ExportMenuProps) {
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  async function save(format: 'xlsx' | 'csv') {
    setPending(true)
    setFailure(null)
    try {
      saveFile(await api.alarm.exportHistory({ ...asked, format, lang }))
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  const button = (
    <Button icon="download" isPending={isPending} isDisabled={isDisabled}>
      {isPending ? t.exporting : (label ?? t.exportAs)}
    </Button>
  )
  return (
    <>
      {isDisabled ? (
        button
      ) : (
        <Menu
          label={label ?? t.exportAs}
          entries={[
            { id: 'xlsx', label: t.asXlsx, onAction: () => void save('xlsx') },
            { id: 'csv', label: t.asCsv, onAction: () => void save('csv') },
          ]}
        >
          {button}
        </Menu>
      )}
      {failure && (
        <p className="alarm-history-refusal" role="alert">
          {failure instanceof ApiError ? messageOf(failure.code, lang) : t.exportUnreachable}
        </p>
      )}
    </>
  )
}

/** Why so many cannot be exported, and what would help; null where they can. */
export function useTooMany(count: number): string | null {
  const t = useText(text)
  return count > LIMITS.exportRows ? t.tooMany({ count, most: LIMITS.exportRows }) : null
}
