import type { KeyboardEvent } from 'react'

export interface FeedHandlers {
  move(step: number): void
  select(isRange: boolean): void
  selectAll(): void
  /** With `isNoted` a note is asked for first. */
  confirm(isNoted: boolean): void
  shelve(): void
  showFresh(): void
  search(): void
  /** True where there was something to close. */
  close(): boolean
  showKeys(): void
}

/** Their keys are their own: fields, lists and dialogs, also those that a portal puts elsewhere. */
const KEEPS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Letters that act while the focus is in the feed, for its root's `onKeyDown`. */
export const feedKeys = (handlers: FeedHandlers) => (event: KeyboardEvent<HTMLElement>) => {
  const { target, currentTarget, key } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.altKey) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(KEEPS)) return
  const isCtrl = event.ctrlKey || event.metaKey
  const acts: Readonly<Record<string, () => unknown>> = isCtrl
    ? { a: handlers.selectAll }
    : {
        j: () => handlers.move(1),
        k: () => handlers.move(-1),
        x: () => handlers.select(event.shiftKey),
        a: () => handlers.confirm(event.shiftKey),
        s: handlers.shelve,
        n: handlers.showFresh,
        '/': handlers.search,
        escape: handlers.close,
        '?': handlers.showKeys,
      }
  const act = acts[key.toLowerCase()]
  if (!act || act() === false) return
  event.preventDefault()
  event.stopPropagation()
}
