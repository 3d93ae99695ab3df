import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { saveFile } from '../save-file.ts'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { useMessage } from '../use-message.ts'
import sheet from './export-menu.css?sheet'
import { text } from './text.ts'

type FileFormat = 'xlsx' | 'csv'

const isTooLong = (failure: CallFailure) => failure instanceof ApiError && failure.code === '110541'

interface ExportMenuProps {
  /** Asks for the file. */
  save: (file: { format: FileFormat; lang: Lang }) => Promise<Parameters<typeof saveFile>[0]>
  /** How many rows the file would have, where that is known: without any, or with too many, there is none. */
  total?: number
  /** Another way to save the same rows, offered where they are too many for a file. */
  shorter?: { label: string; save: ExportMenuProps['save'] } | undefined
  /** What the button says where it is not "Export". */
  label?: string
}

/** Rows as a file. Why there is none is shown beside the button. */
export function ExportMenu({ save, total, shorter, label }: ExportMenuProps) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [refused, setRefused] = useState<FileFormat | null>(null)
  const refusal = useMessage(failure instanceof ApiError ? failure.code : null)
  const why = failure instanceof ApiError ? refusal : failure && t.exportUnreachable
  const isTooMany = total !== undefined && total > LIMITS.exportRows
  const isDisabled = isTooMany || total === 0

  async function start(format: FileFormat, save: ExportMenuProps['save']) {
    setPending(true)
    setFailure(null)
    setRefused(null)
    try {
      saveFile(await save({ format, lang }))
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setFailure(error)
      if (isTooLong(error) && save !== shorter?.save) setRefused(format)
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
      {isTooMany && (
        <p className="export-note" role="status">
          {t.tooMany({ count: total, most: LIMITS.exportRows })}
        </p>
      )}
      {isDisabled ? (
        button
      ) : (
        <Menu
          label={label ?? t.exportAs}
          entries={[
            { id: 'xlsx', label: t.asXlsx, onAction: () => void start('xlsx', save) },
            { id: 'csv', label: t.asCsv, onAction: () => void start('csv', save) },
          ]}
        >
          {button}
        </Menu>
      )}
      {why && (
        <p className="export-refusal" role="alert">
          {why}
        </p>
      )}
      {shorter && refused && (
        <Button icon="download" onPress={() => void start(refused, shorter.save)}>
          {shorter.label}
        </Button>
      )}
    </>
  )
}
