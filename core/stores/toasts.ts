import { atom, type ReadableAtom } from 'nanostores'
import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import type { Words } from '../catalogue/words.ts'

export interface Toast {
  id: number
  type: 'success' | 'warning' | 'info' | 'error'
  message: Words
  /** The refusal's code, shown small beside the message. */
  code?: string
  /** Of the contract, whose call was refused. */
  domain?: string
  durationMs: number
}

export interface Toasts {
  readonly $toasts: ReadableAtom<readonly Toast[]>
  show(type: Toast['type'], message: Words): void
  /** The catalogue's text for a refusal, with the seconds to wait, for 5 s. */
  refuse(code: string, domain?: string, wait_s?: number): Promise<void>
  dismiss(id: number): void
}

// Where the catalogue cannot be fetched; the code stands beside it.
const REFUSED: Words = { zh: '操作失败', en: 'The operation failed' }

/** The catalogue is as large as a connection: it comes with the first refusal. */
async function wordsFor(code: string, wait_s: number): Promise<Words> {
  const catalogue = await import('../catalogue/codes.ts').catch(() => null)
  return catalogue ? (catalogue.refusalWords(code, wait_s) ?? catalogue.CODES['100002']) : REFUSED
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
      add({ type, message, durationMs: type === 'error' ? CONNECTION_LIMITS.errorToastMs : CONNECTION_LIMITS.toastMs }),
    refuse: async (code, domain = '', wait_s = 0) =>
      add({
        type: 'error',
        message: await wordsFor(code, wait_s),
        code,
        domain,
        durationMs: CONNECTION_LIMITS.errorToastMs,
      }),
    dismiss: (id) => $toasts.set($toasts.get().filter((toast) => toast.id !== id)),
  }
}
