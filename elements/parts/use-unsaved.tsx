import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { words } from '../../core/text/words.ts'
import { markUnsaved, useElement, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { ConfirmDialog } from '../kit/Dialog.tsx'
import { text } from './text.ts'

interface Unsaved {
  /** Called by a form: whether it has unsaved changes, and what saves them; it says whether they are saved. */
  setUnsaved: (isUnsaved: boolean, save?: () => Promise<boolean>) => void
  /** Continues at once, or once the user has saved or discarded unsaved changes. */
  leave: (goOn: () => void) => void
  /** To be drawn where the form is. */
  dialog: ReactNode
}

/** Asks before something typed is lost: in the element itself, and, by what it says of itself, in the page around it. */
export function useUnsaved(): Unsaved {
  const t = useText(text)
  const { host } = useElement()
  const claimant = useId()
  const { save: saveLabel } = useText(words)
  const isUnsaved = useRef(false)
  const saves = useRef<(() => Promise<boolean>) | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  const [pending, setPending] = useState<{ goOn: () => void } | null>(null)
  const [isOpen, setOpen] = useState(false)

  /** What is wrong is shown by the form, which is then not left. */
  async function saveAndLeave() {
    setSaving(true)
    const isSaved = await saves.current?.()
    setSaving(false)
    setOpen(false)
    if (isSaved) pending?.goOn()
  }
  return {
    setUnsaved: useCallback(
      (is, save) => {
        isUnsaved.current = is
        saves.current = save
        markUnsaved(host, claimant, is)
      },
      [host, claimant],
    ),
    leave: useCallback((goOn) => {
      if (!isUnsaved.current) return goOn()
      setPending({ goOn })
      setOpen(true)
    }, []),
    dialog: (
      <ConfirmDialog
        title={t.leaveTitle}
        explanation={t.leaveWhy}
        confirmLabel={t.leave}
        isDanger
        other={
          saves.current && (
            <Button look="primary" isPending={isSaving} onPress={() => void saveAndLeave()}>
              {saveLabel}
            </Button>
          )
        }
        isOpen={isOpen}
        onConfirm={() => {
          isUnsaved.current = false
          markUnsaved(host, claimant, false)
          setOpen(false)
          pending?.goOn()
        }}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
