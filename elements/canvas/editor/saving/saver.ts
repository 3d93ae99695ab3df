import { isSessionOver } from '../../../../core/catalogue/session-codes.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Drawn } from '../drawn/drawn.ts'

export type SaveKind = 'autosave' | 'saved'

/** How the document stands to what the server has. */
export type SaveStatus =
  | { readonly is: 'saved'; readonly time: number }
  | { readonly is: 'changed' }
  | { readonly is: 'saving'; readonly kind: SaveKind }
  /** The line is down, or the server is: tried again. */
  | { readonly is: 'waiting' }
  /** Refused: trying again would not help. */
  | { readonly is: 'refused'; readonly code: string }
  /** Another revision came in between, or somebody else draws. */
  | { readonly is: 'conflict' }

interface SaverOptions {
  readonly drawn: Pick<Drawn, 'revision' | 'changed_time'>
  /** Whether there is something to save. */
  isDirty(): boolean
  /** Something is half done: an autosave waits for its end. */
  isBusy?(): boolean
  /** Sends what there is now; called for one save at a time. */
  send(revision: number, kind: SaveKind, note: string): Promise<Drawn>
  /** What was sent is what there is still. */
  saved(drawn: Drawn, wasChangedMeanwhile: boolean): void
  /** Kept by the browser until it is saved. */
  keep(): void
  now(): number
}

export interface Saver {
  status(): SaveStatus
  listen(changed: () => void): () => void
  /** The document is another one than before. */
  changed(): void
  /** At once; false where it could not be saved. */
  save(kind: SaveKind, note?: string): Promise<boolean>
  /** The revision that the next save is based on. */
  revision(): number
  /** Somebody else has taken it: nothing is sent until `resume`. */
  pause(): void
  resume(): void
  /** Keeps what is not saved in the browser. */
  keep(): void
  /** What is not saved is not wanted: nothing more is sent or kept. */
  abandon(): void
  dispose(): void
}

export const AUTOSAVE_MS = 2000
const RETRY_FLOOR_MS = 3000
const RETRY_CEILING_MS = 60_000
const BUSY_MS = 500
const CONFLICT = '100027'

/** Whoever signs in again goes on from here, and whoever was to wait. */
const isPassing = (refusal: ApiError): boolean => isSessionOver(refusal.code) || refusal.wait_s > 0

/** Saves a while after the last change, one save at a time, and loses nothing while it cannot. */
export function createSaver(options: SaverOptions): Saver {
  const listeners = new Set<() => void>()
  let { revision } = options.drawn
  let status: SaveStatus = { is: 'saved', time: options.drawn.changed_time }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  let changes = 0
  let failed = 0
  let isPaused = false
  let isAbandoned = false

  const set = (next: SaveStatus) => {
    status = next
    for (const listener of [...listeners]) listener()
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void self.save('autosave'), ms)
  }

  async function run(kind: SaveKind, note: string): Promise<boolean> {
    const before = changes
    set({ is: 'saving', kind })
    try {
      const drawn = await options.send(revision, kind, note)
      revision = drawn.revision
      failed = 0
      const wasChanged = changes !== before
      options.saved(drawn, wasChanged)
      set(wasChanged ? { is: 'changed' } : { is: 'saved', time: options.now() })
      if (wasChanged) later(AUTOSAVE_MS)
      return true
    } catch (error) {
      if (!isAbandoned) options.keep()
      if (error instanceof ApiError && !isPassing(error)) {
        set(error.code === CONFLICT ? { is: 'conflict' } : { is: 'refused', code: error.code })
        return false
      }
      set({ is: 'waiting' })
      later(Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** failed))
      failed += 1
      return false
    }
  }

  const self: Saver = {
    status: () => status,
    listen(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    changed() {
      changes += 1
      if (isAbandoned) return
      if (status.is === 'conflict' || isPaused) return self.keep()
      if (!options.isDirty()) {
        // Taken back to what was saved.
        clearTimeout(timer)
        if (status.is === 'changed') set({ is: 'saved', time: options.now() })
        return
      }
      if (status.is !== 'saving' && status.is !== 'waiting') set({ is: 'changed' })
      if (status.is !== 'saving') later(AUTOSAVE_MS)
    },
    async save(kind, note = '') {
      clearTimeout(timer)
      if (isPaused || isAbandoned || status.is === 'conflict') return false
      if (kind === 'autosave' && options.isBusy?.()) {
        later(BUSY_MS)
        return false
      }
      if (running) {
        const done = await running
        if (!done || kind === 'autosave') return done
      }
      if (kind === 'autosave' && !options.isDirty()) return true
      running = run(kind, note)
      try {
        return await running
      } finally {
        running = null
      }
    },
    revision: () => revision,
    pause() {
      isPaused = true
      clearTimeout(timer)
      self.keep()
    },
    resume() {
      isPaused = false
      if (options.isDirty() && status.is !== 'conflict') self.changed()
    },
    keep() {
      if (options.isDirty() && !isAbandoned) options.keep()
    },
    abandon() {
      isAbandoned = true
      clearTimeout(timer)
    },
    dispose() {
      clearTimeout(timer)
      listeners.clear()
    },
  }
  return self
}
