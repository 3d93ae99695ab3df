import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { withControls } from './arrangement.ts'

/** At a place of the list of controls, what was there and what is there. */
interface Hunk {
  /** In the older list. */
  readonly at: number
  readonly was: readonly Control[]
  readonly is: readonly Control[]
}
type Rest = ScreenDocument
const NONE: Control[] = []

/** What leads from a document to the next and back. It holds what changed, not the documents: history is unlimited. */
export interface Patch {
  readonly hunks: readonly Hunk[]
  readonly rest: { readonly was: Rest; readonly is: Rest } | null
}

/** Null where nothing differs. Controls are compared as objects: who changes one makes a new one. */
export function patchBetween(before: ScreenDocument, after: ScreenDocument): Patch | null {
  const hunks = before.controls === after.controls ? [] : hunksBetween(before.controls, after.controls)
  const was = restOf(before)
  const is = restOf(after)
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  const rest = [...keys].some((key) => was[key] !== is[key]) ? { was, is } : null
  return hunks.length === 0 && !rest ? null : { hunks, rest }
}

export function patched(document: ScreenDocument, patch: Patch, to: 'was' | 'is'): ScreenDocument {
  const rest = patch.rest ? patch.rest[to] : document
  if (patch.hunks.length === 0) return { ...rest, controls: document.controls } as ScreenDocument
  const from = to === 'is' ? 'was' : 'is'
  if (patch.hunks.every(isInPlace)) {
    const changed = patch.hunks.flatMap((hunk) => hunk[to])
    return withControls({ ...rest, controls: document.controls } as ScreenDocument, changed)
  }
  const controls: Control[] = []
  let read = 0
  let shift = 0
  for (const hunk of patch.hunks) {
    const at = hunk.at + (to === 'is' ? 0 : shift)
    while (read < at) controls.push(document.controls[read++] as Control)
    for (const control of hunk[to]) controls.push(control)
    read += hunk[from].length
    shift += hunk.is.length - hunk.was.length
  }
  while (read < document.controls.length) controls.push(document.controls[read++] as Control)
  return { ...rest, controls } as ScreenDocument
}

/** Whether it only puts controls in the place of themselves. */
const isInPlace = ({ was, is }: Hunk): boolean =>
  was.length === is.length && was.every(({ control_id }, at) => is[at]?.control_id === control_id)

/** A document without its controls; the place of their key is kept, so that a document undone is written as it was. */
const restOf = (document: ScreenDocument): Rest => ({ ...document, controls: NONE })

/** The usual case: controls changed, and stand where they stood. Null where that is not all. */
function hunksInPlace(before: readonly Control[], after: readonly Control[]): Hunk[] | null {
  if (before.length !== after.length) return null
  const hunks: Hunk[] = []
  for (let at = 0; at < before.length; at += 1) {
    const [was, is] = [before[at] as Control, after[at] as Control]
    if (was === is) continue
    if (was.control_id !== is.control_id) return null
    hunks.push({ at, was: [was], is: [is] })
  }
  return hunks
}

/** Walks both lists together. Where they part, what is nowhere ahead in the other list went or came; of two that both are, the farther one moved. */
function hunksBetween(before: readonly Control[], after: readonly Control[]): Hunk[] {
  const inPlace = hunksInPlace(before, after)
  if (inPlace) return inPlace
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let beforeEnd = before.length
  let afterEnd = after.length
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1
    afterEnd -= 1
  }
  const inBefore = places(before, start, beforeEnd)
  const inAfter = places(after, start, afterEnd)
  const hunks: { at: number; was: Control[]; is: Control[] }[] = []
  let i = start
  let j = start
  const hunk = () => {
    const last = hunks.at(-1)
    if (last && last.at + last.was.length === i) return last
    const next = { at: i, was: [], is: [] }
    hunks.push(next)
    return next
  }
  while (i < beforeEnd || j < afterEnd) {
    const old = i < beforeEnd ? before[i] : undefined
    const fresh = j < afterEnd ? after[j] : undefined
    if (old && old === fresh) {
      i += 1
      j += 1
      continue
    }
    const into = hunk()
    const isSameId = old?.control_id === fresh?.control_id
    const oldAhead = (old && inAfter.get(old.control_id)) ?? -1
    const freshAhead = (fresh && inBefore.get(fresh.control_id)) ?? -1
    const oldGoes = old && (!fresh || isSameId || oldAhead < j || (freshAhead >= i && oldAhead - j >= freshAhead - i))
    if (old && oldGoes) {
      into.was.push(old)
      i += 1
    }
    if (fresh && (isSameId || !oldGoes)) {
      into.is.push(fresh)
      j += 1
    }
  }
  return hunks
}

function places(controls: readonly Control[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>()
  for (let place = from; place < to; place += 1) places.set((controls[place] as Control).control_id, place)
  return places
}
