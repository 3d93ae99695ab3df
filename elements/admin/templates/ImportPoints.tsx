import { useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { base64Of } from '../../parts/base64.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import { text } from './points-text.ts'

interface Read {
  name: string
  points: readonly Point[]
  wrong: readonly { row: number; column: string; message: string }[]
}
type Stage =
  | { is: 'none' }
  | { is: 'reading'; name: string }
  | { is: 'refused'; why: string }
  | { is: 'read'; read: Read }

interface ImportPointsProps {
  isOpen: boolean
  /** Of the rows that are there, to say what is replaced. */
  keys: readonly string[]
  onClose: () => void
  onTake: (points: readonly Point[], isReplacing: boolean) => void
}

/** Points of a file: the server reads it and says what is wrong; what is right can be taken in. */
export function ImportPoints({ isOpen, keys, onClose, onTake }: ImportPointsProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const input = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ is: 'none' })

  async function read(file: File) {
    const { name } = file
    if (file.size > LIMITS.importBytes) return setStage({ is: 'refused', why: t.fileTooLarge })
    setStage({ is: 'reading', name })
    try {
      const sent = { file: { name, content: await base64Of(file) } }
      setStage({ is: 'read', read: { name, ...(await api.template.readPoints(sent, { isQuiet: true })) } })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      const why = error instanceof ApiError ? error.fields[0]?.message || messageOf(error.code, lang) : t.unreachable
      setStage({ is: 'refused', why })
    }
  }

  const found = stage.is === 'read' ? stage.read : null
  const over = found ? found.points.filter(({ key }) => keys.includes(key)).length : 0
  const hasPoints = found !== null && found.points.length > 0
  return (
    <Dialog
      title={t.importTitle}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={hasPoints}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          {hasPoints && keys.length > 0 && <Button onPress={() => onTake(found.points, true)}>{t.replaceAll}</Button>}
          {hasPoints && (
            <Button look="primary" onPress={() => onTake(found.points, false)}>
              {t.takeIn}
            </Button>
          )}
        </>
      }
    >
      <div className="template-dialog">
        <p className="template-quiet">{t.importWhy}</p>
        <input
          ref={input}
          type="file"
          className="sg-hidden-visually"
          tabIndex={-1}
          aria-label={t.chooseFile}
          accept=".xlsx,.xls,.csv,.txt"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same one again, once it was mended.
            target.value = ''
            if (file) void read(file)
          }}
        />
        <span>
          <Button icon="upload" isPending={stage.is === 'reading'} onPress={() => input.current?.click()}>
            {found || stage.is === 'refused' ? t.otherFile : t.chooseFile}
          </Button>
        </span>
        <div role="status" className="import-points">
          {stage.is === 'reading' && <p>{t.reading({ name: stage.name })}</p>}
          {stage.is === 'refused' && <p className="template-wrong">{stage.why}</p>}
          {found && (
            <>
              <p className="import-points-sum">
                <Icon name={hasPoints ? 'check' : 'warning'} />
                {hasPoints ? t.understood({ name: found.name, count: found.points.length }) : t.nothing}
              </p>
              {hasPoints && keys.length > 0 && (
                <p className="template-quiet">
                  {t.fresh({ count: found.points.length - over })} · {t.over({ count: over })}
                </p>
              )}
              {hasPoints && <p className="template-quiet">{t.notYet}</p>}
            </>
          )}
        </div>
        {found && found.wrong.length > 0 && (
          <>
            <p className="template-wrong">{t.wrongRows({ count: found.wrong.length })}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
            <section className="import-points-wrong" tabIndex={0} aria-label={t.why}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t.inRow}</th>
                    <th scope="col">{t.inColumn}</th>
                    <th scope="col">{t.why}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.wrong.map(({ row, column, message }) => (
                    <tr key={`${row} ${column} ${message}`}>
                      <td>{row}</td>
                      <td>{column}</td>
                      <td>{message}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </div>
    </Dialog>
  )
}
