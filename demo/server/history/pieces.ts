import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many are looked at before everything else has its turn: a millisecond or two. */
export const AT_ONCE = 5_000

/** Looks at many things, in pieces that let other work in between. */
export async function inPieces<T>(items: readonly T[], look: (item: T, i: number) => void): Promise<void> {
  for (let i = 0; i < items.length; i++) {
    if (i > 0 && i % AT_ONCE === 0) await nextTurn()
    look(items[i] as T, i)
  }
}
