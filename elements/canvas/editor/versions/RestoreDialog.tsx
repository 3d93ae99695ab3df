import { useState } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { refusalText } from '../../../parts/form/refusal.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

/** Makes a version the newest again; what is drawn now is saved first, so that nothing is lost. */
export function RestoreDialog({ version, onClose }: { version: ScreenVersion; onClose: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { editor, screen, editor_id, save, reopen } = useEditor()
  const [wrong, setWrong] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const count = version.revision
  // A save of what is drawn counts the revision up; the restore names the one after it.
  const [isSavedFirst, setSavedFirst] = useState(false)

  async function restore(revision: number) {
    try {
      await api.screen.restore({ version_id: version.version_id, revision, editor_id })
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
    if (editor.state().isSaved || isSavedFirst) return restore(screen.revision)
    if (!(await save())) {
      setPending(false)
      return setWrong(t.notSaved)
    }
    setSavedFirst(true)
    const now = await api.screen.open({ screen_id: screen.screen_id }).catch(() => null)
    return restore(now?.screen.revision ?? screen.revision)
  }
  return (
    <ConfirmDialog
      title={t.restoreTitle({ count })}
      isOpen
      isPending={isPending}
      explanation={
        <>
          <p>{t.restoreWhy({ count })}</p>
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
