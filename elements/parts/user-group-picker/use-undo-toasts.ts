import { useCallback, useRef, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import type { ToastItem } from '../../kit/Toasts.tsx'

export interface UndoToasts {
  /** For the kit's `Toasts`. */
  toastProps: { toasts: readonly ToastItem[]; onDismiss: (id: ToastItem['id']) => void }
  /** What was done; with a way back it can be undone there. The newest stands for those before. */
  done: (text: string, undo?: () => void) => void
  refused: (text: string, retry?: () => void) => void
}

/** Toasts of one screen. Those of the connection have no buttons. */
export function useUndoToasts(): UndoToasts {
  const { undo: undoLabel, retry: retryLabel } = useText(words)
  const [toasts, setToasts] = useState<readonly ToastItem[]>([])
  const lastId = useRef(0)
  const show = (toast: Omit<ToastItem, 'id'>) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((before) => [...before.filter(({ type }) => type !== toast.type), { ...toast, id }])
  }
  return {
    toastProps: {
      toasts,
      onDismiss: useCallback((id) => setToasts((before) => before.filter((toast) => toast.id !== id)), []),
    },
    done: (text, undo) => show({ type: 'success', text, ...(undo && { action: { label: undoLabel, run: undo } }) }),
    refused: (text, retry) =>
      show({ type: 'error', text, ...(retry && { action: { label: retryLabel, run: retry } }) }),
  }
}
