import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { markUnsaved, useElement, useText } from '../define/index.ts'
import { ConfirmDialog } from '../kit/Dialog.tsx'
import { text } from './text.ts'

interface Unsaved {
  /** Called by a form: whether it has unsaved changes. */
  setUnsaved: (isUnsaved: boolean) => void
  /** Continues at once, or once the user has discarded unsaved changes. */
  leave: (goOn: () => void) => void
  /** To be drawn where the form is. */
  dialog: ReactNode
}

/** Asks before something typed is lost: in the element itself, and, by what it says of itself, in the page around it. */
export function useUnsaved(): Unsaved {
  const t = useText(text)
  const { host } = useElement()
  const claimant = useId()
  const isUnsaved = useRef(false)
  const [pending, setPending] = useState<{ goOn: () => void } | null>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    setUnsaved: useCallback(
      (is) => {
        isUnsaved.current = is
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
