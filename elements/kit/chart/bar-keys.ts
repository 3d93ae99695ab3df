import type { KeyboardEvent } from 'react'

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/** Leads from one of the bars of a toolbar to another by arrows, Home and End; `bars` is their selector, `at` the one of them that has the tab stop. */
export function moveByKey(
  event: KeyboardEvent<HTMLElement>,
  { bars, at, count }: { bars: string; at: number; count: number },
  setStop: (next: number) => void,
): void {
  const move = MOVES[event.key]
  if (!move) return
  event.preventDefault()
  const next = Math.max(0, Math.min(count - 1, move(at, count - 1)))
  setStop(next)
  event.currentTarget.querySelectorAll<HTMLElement>(bars)[next]?.focus()
}
