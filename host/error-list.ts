import { atom, type ReadableAtom } from 'nanostores'
import type { Words } from '../core/catalogue/words.ts'
import type { Toasts } from '../core/stores/toasts.ts'

/** Pages that are watched from afar: a message of five seconds is missed there, so refusals are kept in a list too. */
const WATCHED = ['/dashboard', '/configureMonitor', '/configurationCarousel']
const KEPT = 50

export interface RecordedError {
  id: number
  time: number
  message: Words
  code: string
}

export interface ErrorList {
  readonly $errors: ReadableAtom<readonly RecordedError[]>
  clear(): void
}

/** Where the user is. */
export interface Watching {
  /** Below the base path. */
  path: string
  isFullScreen: boolean
}

export const isRecorded = ({ path, isFullScreen }: Watching, domain: string): boolean =>
  !isFullScreen && domain !== 'dashboard' && WATCHED.some((page) => path === page || path.startsWith(`${page}/`))

/** Keeps what was refused while the user was on a watched page, the newest first. */
export function createErrorList({ $toasts }: Toasts, watching: () => Watching): ErrorList {
  const $errors = atom<readonly RecordedError[]>([])
  let seen = 0
  $toasts.listen((toasts) => {
    for (const { id, type, message, code, domain } of toasts) {
      if (id <= seen) continue
      seen = id
      if (type !== 'error' || code === undefined || !isRecorded(watching(), domain ?? '')) continue
      $errors.set([{ id, time: Date.now(), message, code }, ...$errors.get()].slice(0, KEPT))
    }
  })
  return { $errors, clear: () => $errors.set([]) }
}
