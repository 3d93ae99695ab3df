import type { ScreenDocument } from '../contract/documents/screen.ts'
import type { Step } from './editor-step.ts'
import { type Patch, patchBetween, patched } from './patch.ts'

/** What a step brings back beside the document. */
export interface Marks {
  readonly selection: readonly string[]
  readonly entered: string | null
  readonly symbol: string | null
}
interface Entry {
  readonly step: Step
  readonly patch: Patch
  readonly before: Marks
  readonly after: Marks
}
export interface HistoryState {
  readonly document: ScreenDocument
  readonly marks: Marks
}

/** Repeated nudges and typing within this time are one step. */
const COALESCE_MS = 1000

/** Steps done and undone. Only differences are kept. */
export function createHistory(now: () => number) {
  const done: Entry[] = []
  let undone: Entry[] = []
  let saved: Entry | null = null
  // What the newest step began with, as long as the next change may still belong to it.
  let open: { readonly key: string; readonly from: HistoryState; until: number } | null = null

  /** Steps with the same key, one soon after the other, become one. False where nothing differs. */
  const push = (step: Step, before: HistoryState, after: HistoryState, key: string | null): boolean => {
    const joins = key !== null && open?.key === key && now() <= open.until && undone.length === 0
    const from = joins && open ? open.from : before
    const patch = patchBetween(from.document, after.document)
    if (joins) done.pop()
    if (patch) {
      done.push({ step, patch, before: from.marks, after: after.marks })
      if (saved && undone.includes(saved)) saved = LOST
      undone = []
    }
    open = key === null ? null : { key, from, until: now() + COALESCE_MS }
    return patch !== null
  }

  return {
    push,
    /** The next change begins a step of its own. */
    seal: (): void => {
      open = null
    },
    undo: (document: ScreenDocument): HistoryState | null => {
      const entry = done.pop()
      open = null
      if (!entry) return null
      undone.push(entry)
      return { document: patched(document, entry.patch, 'was'), marks: entry.before }
    },
    redo: (document: ScreenDocument): HistoryState | null => {
      const entry = undone.pop()
      open = null
      if (!entry) return null
      done.push(entry)
      return { document: patched(document, entry.patch, 'is'), marks: entry.after }
    },
    undoable: (): Step | null => done.at(-1)?.step ?? null,
    redoable: (): Step | null => undone.at(-1)?.step ?? null,
    steps: (): readonly Step[] => done.map(({ step }) => step),
    markSaved: (): void => {
      saved = done.at(-1) ?? null
      open = null
    },
    isSaved: (): boolean => saved === (done.at(-1) ?? null),
  }
}
export type History = ReturnType<typeof createHistory>

/** Stands for a saved state that no undo or redo leads to any more. */
const LOST = {} as Entry
