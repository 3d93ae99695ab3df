import { useState } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { refusalText } from '../../../parts/form/refusal.ts'
import { useNoun } from '../drawn/noun.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

/** Makes a version the newest again; what is drawn now is saved first, so that nothing is lost. */
export function RestoreDialog({ version, onClose }: { version: ScreenVersion; onClose: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, calls, drawn, editor_id, save, reopen } = useEditor()
  const noun = useNoun(drawn)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const count = version.revision
  // A save of what is drawn counts the revision up; the restore names the one after it.
  const [isSavedFirst, setSavedFirst] = useState(false)

  async function restore(revision: number) {
    try {
      await calls.restore({ version_id: version.version_id, revision, editor_id })
      onClose()
      reopen()
    } catch (error) {
      const why = refusalText(error, lang)
      setWrong(error instanceof ApiError ? t.notRestored({ why }) : why)
    } finally {
      setPending(false)
    }
  }
  async function confirm() {
    setWrong(null)
    setPending(true)
    if (editor.state().isSaved || isSavedFirst) return restore(drawn.revision)
    if (!(await save('', drawn.is === 'dashboard' ? 'autosave' : undefined))) {
      setPending(false)
      return setWrong(t.notSaved)
    }
    setSavedFirst(true)
    const now = await calls.open({ id: drawn.id }).catch(() => null)
    return restore(now?.drawn.revision ?? drawn.revision)
  }
  return (
    <ConfirmDialog
      title={t.restoreTitle({ count })}
      isOpen
      isPending={isPending}
      explanation={
        <>
          <p>
            {t.restoreWhy({ count, noun })} {drawn.is === 'dashboard' && t.othersSee}
          </p>
          {wrong && (
            <p className="field-error" role="alert">
              {wrong}
            </p>
          )}
        </>
      }
      confirmLabel={t.restoring({ count })}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
