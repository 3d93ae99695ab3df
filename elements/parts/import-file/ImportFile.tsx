import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { isCallFailure } from '../use-call.ts'
import { type ChosenFile, FileChoice } from './FileChoice.tsx'
import { FileRows } from './FileRows.tsx'
import sheet from './import-file.css?sheet'
import { text } from './text.ts'

/** What the server understood of a file, and what is wrong in which of its rows. */
export interface Understood<Found> {
  found: readonly Found[]
  wrong: readonly { row: number; column: string; message: string }[]
}

type Stage<Found> =
  | { is: 'none' }
  | { is: 'reading'; name: string }
  | { is: 'refused'; why: string }
  | ({ is: 'read'; name: string } & Understood<Found>)

interface ImportFileProps<Found> {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Which columns a file has, and one to fill in. */
  about?: ReactNode
  /** Lets the server read a file, without keeping anything of it. */
  read: (file: { name: string; content: string }) => Promise<Understood<Found>>
  /** Says how many there are; called when there are any, as all below. */
  says: (file: { name: string; count: number }) => string
  saysNone: string
  /** What taking them in would do. */
  summary: (found: readonly Found[]) => ReactNode
  /** Them one by one. */
  list?: (found: readonly Found[]) => ReactNode
  /** The buttons that take them in. */
  actions: (found: readonly Found[]) => ReactNode
}

/** Things of a spreadsheet: the server reads it and says what is wrong; what is right can be taken in. */
export function ImportFile<Found>(props: ImportFileProps<Found>) {
  const { title, isOpen, onClose, says, saysNone, summary, list, actions } = props
  useSheet(sheet)
  const t = useText(text)
  const { cancel } = useText(words)
  const { lang } = useElement()
  const [stage, setStage] = useState<Stage<Found>>({ is: 'none' })

  async function read(file: ChosenFile) {
    try {
      setStage({ is: 'read', name: file.name, ...(await props.read(file)) })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      const why = error instanceof ApiError ? error.fields[0]?.message || messageOf(error.code, lang) : t.unreachable
      setStage({ is: 'refused', why })
    }
  }

  const wrong = stage.is === 'read' ? stage.wrong : []
  const found = stage.is === 'read' && stage.found.length > 0 ? stage.found : null
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={found !== null}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          {found && actions(found)}
        </>
      }
    >
      <div className="import-file">
        <p className="import-file-quiet">{t.importWhy}</p>
        {props.about}
        <FileChoice
          isReading={stage.is === 'reading'}
          hasOther={stage.is === 'read' || stage.is === 'refused'}
          onBegin={(name) => setStage({ is: 'reading', name })}
          onFile={(file) => void read(file)}
          onRefused={(why) => setStage({ is: 'refused', why })}
        />
        <div role="status" className="import-file-state">
          {stage.is === 'reading' && <p>{t.reading({ name: stage.name })}</p>}
          {stage.is === 'refused' && <p className="import-file-wrong">{stage.why}</p>}
          {stage.is === 'read' && (
            <p className="import-file-sum">
              <Icon name={found ? 'check' : 'warning'} />
              {found ? says({ name: stage.name, count: found.length }) : saysNone}
            </p>
          )}
          {found && summary(found)}
        </div>
        {wrong.length > 0 && (
          <>
            <p className="import-file-wrong">{t.wrongRows({ count: wrong.length })}</p>
            <FileRows
              label={t.why}
              heads={[t.inRow, t.inColumn, t.why]}
              rows={wrong.map(({ row, column, message }) => [row, column, message])}
            />
          </>
        )}
        {found && list?.(found)}
      </div>
    </Dialog>
  )
}
