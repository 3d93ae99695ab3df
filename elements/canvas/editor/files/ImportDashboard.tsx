import { useState } from 'react'
import { problemSentence } from '../../../../core/canvas/problem.ts'
import { type Opened, readDocument } from '../../../../core/canvas/read-document.ts'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { KINDS } from '../../controls/kinds.ts'
import { useEditor } from '../editor-context.ts'
import type { DialogProps } from '../panels.tsx'
import { FileField } from './FileField.tsx'
import { text } from './text.ts'

const SHOWN = 50

/** The content of a dashboard's file in the place of what is drawn: one step that can be undone. */
export function ImportDashboard({ onClose }: DialogProps) {
  const t = useText(text)
  const common = useText(words)
  const { lang } = useElement()
  const { editor } = useEditor()
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<Opened | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()

  async function take(chosen: File) {
    setFile(chosen)
    setRead(null)
    if (chosen.size === 0) return setWrong(t.fileEmpty)
    if (chosen.size > LIMITS.importBytes) return setWrong(t.fileTooLarge)
    const opened = readDocument(parsed(await chosen.text()), KINDS)
    if (opened.refusal)
      return setWrong(opened.refusal.key === 'notDocument' ? t.notDashboard : problemSentence(opened.refusal, lang))
    const most = LIMITS.dashboardComponents
    const count = opened.document.controls.length
    if (count > most) return setWrong(t.tooMany({ count, most }))
    setWrong(undefined)
    setRead(opened)
  }
  function put() {
    if (!read?.document) return setWrong(wrong ?? t.needFile)
    editor.replace(read.document, { key: 'stepImported', count: 1 })
    onClose()
  }
  const problems = read?.problems ?? []
  return (
    <Dialog
      title={t.importDashboard}
      isOpen
      onClose={onClose}
      size="small"
      isKeptOpen={file !== null}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" onPress={put}>
            {t.importing}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p className="prop-help">{t.importDashboardWhy}</p>
        <FileField
          label={t.dashboardFile}
          file={file}
          error={wrong}
          accept=".json,application/json"
          onFile={(chosen) => void take(chosen)}
        />
        {problems.length > 0 && (
          <div role="status">
            <p className="prop-help">{t.problems({ count: problems.length })}</p>
            <ul className="change-list">
              {problems.slice(0, SHOWN).map((problem) => {
                const said = problemSentence(problem, lang)
                return <li key={said}>{said}</li>
              })}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Null where it is no JSON: that is no document either. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
