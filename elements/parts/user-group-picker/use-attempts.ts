import { useElement } from '../../define/index.ts'
import { refusalText } from '../form/refusal.ts'
import { type UndoToasts, useUndoToasts } from './use-undo-toasts.ts'

interface Attempts extends UndoToasts {
  /** Says what a call did, or why it was refused; `after` is called either way. */
  attempt: (call: () => Promise<unknown>, said: string, after: () => void) => Promise<void>
}

/** Toasts of one screen, and calls that say in them what became of them. Every code's words come along. */
export function useAttempts(): Attempts {
  const toasts = useUndoToasts()
  const { lang } = useElement()
  return {
    ...toasts,
    async attempt(call, said, after) {
      try {
        await call()
        toasts.done(said)
      } catch (error) {
        toasts.refused(refusalText(error, lang))
      } finally {
        after()
      }
    },
  }
}
