import { atom, type ReadableAtom } from 'nanostores'
import { CODES, wordsOf } from '../catalogue/codes.ts'
import { LIMITS } from '../catalogue/limits.ts'
import type { Words } from '../catalogue/words.ts'

export interface Toast {
  id: number
  type: 'success' | 'warning' | 'info' | 'error'
  message: Words
  /** The refusal's code, shown small beside the message. */
  code?: string
  durationMs: number
}

export interface Toasts {
  readonly $toasts: ReadableAtom<readonly Toast[]>
  show(type: Toast['type'], message: Words): void
  /** The catalogue's text for a refusal, for 5 s. */
  refuse(code: string): void
  dismiss(id: number): void
}

/** Short messages of one connection. One that is showing already is not shown a second time. */
export function createToasts(): Toasts {
  const $toasts = atom<readonly Toast[]>([])
  let lastId = 0
  const add = (toast: Omit<Toast, 'id'>) => {
    if ($toasts.get().some((shown) => shown.message.zh === toast.message.zh && shown.type === toast.type)) return
    lastId += 1
    $toasts.set([...$toasts.get(), { ...toast, id: lastId }])
  }
  return {
    $toasts,
    show: (type, message) =>
      add({ type, message, durationMs: type === 'error' ? LIMITS.errorToastMs : LIMITS.toastMs }),
    refuse: (code) =>
      add({ type: 'error', message: wordsOf(code) ?? CODES['100002'], code, durationMs: LIMITS.errorToastMs }),
    dismiss: (id) => $toasts.set($toasts.get().filter((toast) => toast.id !== id)),
  }
}
