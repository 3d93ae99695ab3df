import { atom, type ReadableAtom } from 'nanostores'
import { isSessionOver } from '../core/catalogue/session-codes.ts'
import type { Words } from '../core/catalogue/words.ts'
import { text } from '../core/connection/text.ts'
import { ApiError, ConnectionError } from '../core/contract/api-error.ts'
import type { ProblemDetail } from '../elements/define/index.ts'

/** Pages that are watched from afar: what fails there is missed at once, so it is kept in a list too. */
const WATCHED = ['/dashboard', '/configureMonitor', '/configurationCarousel']
const KEPT = 50

const FILE_MISSING: Words = { zh: '页面文件未能加载', en: 'A file of the page could not be loaded' }

export interface RecordedError {
  id: number
  time: number
  message: Words
  /** The refusal's code, the name of an exception, or the file that is missing. */
  code: string
}

export interface ErrorList {
  readonly $errors: ReadableAtom<readonly RecordedError[]>
  /** A call that failed, and the part of the contract that it is of. */
  failed(error: unknown, domain: string): Promise<void>
  /** Hears of exceptions and missing files of a page, until the answer is called. */
  watch(page: EventTarget): () => void
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

/** Of a call; null for one that was aborted, and for the end of the session, which has a prompt of its own. */
async function asWords(error: unknown): Promise<{ message: Words; code: string } | null> {
  if (error instanceof ConnectionError) {
    const { reason } = error
    return reason === 'aborted' || reason === 'token' ? null : { message: text[reason], code: reason }
  }
  if (!(error instanceof ApiError)) return exception(error)
  if (isSessionOver(error.code)) return null
  const catalogue = await import('../core/catalogue/codes.ts').catch(() => null)
  if (!catalogue) return exception(error)
  return { message: catalogue.refusalWords(error.code, error.wait_s) ?? catalogue.CODES['100002'], code: error.code }
}

function exception(error: unknown): { message: Words; code: string } {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return { message: { zh: message, en: message }, code: name }
}

/** What an event says that went wrong; null for what is no fault of the page, or was a call's. */
function fault(event: Event): { message: Words; code: string } | null {
  if (event.type === 'sg-error') {
    const { phase, problem, message } = (event as CustomEvent<ProblemDetail>).detail
    const isOwn = phase === 'render' || (phase === 'load' && problem !== 'slow')
    return isOwn ? { message: { zh: message, en: message }, code: problem } : null
  }
  const file = event.target as Partial<HTMLScriptElement & HTMLLinkElement>
  if (file.localName === 'script' || file.localName === 'link')
    return { message: FILE_MISSING, code: file.src || file.href || '' }
  const { error = null, reason = null } = event as Event & { error?: unknown; reason?: unknown }
  const thrown = error ?? reason
  if (thrown === null || thrown instanceof ApiError || thrown instanceof ConnectionError) return null
  return exception(thrown)
}

/** Keeps what failed while the user was on a watched page, the newest first; what comes again moves up. */
export function createErrorList(watching: () => Watching): ErrorList {
  const $errors = atom<readonly RecordedError[]>([])
  let last = 0
  let turn = Promise.resolve()
  const add = (found: { message: Words; code: string } | null) => {
    if (!found) return
    last += 1
    const others = $errors.get().filter(({ code, message }) => code !== found.code || message.zh !== found.message.zh)
    $errors.set([{ id: last, time: Date.now(), ...found }, ...others].slice(0, KEPT))
  }
  return {
    $errors,
    failed(error, domain) {
      // One after the other, as they happened: the words of some have to be fetched.
      if (isRecorded(watching(), domain)) turn = turn.then(async () => add(await asWords(error)))
      return turn
    },
    watch(page) {
      const hear = (event: Event) => {
        if (isRecorded(watching(), '')) add(fault(event))
      }
      // Only its own tag hears of a missing file: such events do not bubble.
      const types = ['error', 'unhandledrejection', 'sg-error']
      for (const type of types) page.addEventListener(type, hear, { capture: true })
      return () => {
        for (const type of types) page.removeEventListener(type, hear, { capture: true })
      }
    },
    clear: () => $errors.set([]),
  }
}
