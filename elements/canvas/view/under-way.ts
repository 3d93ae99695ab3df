import { atom, type ReadableAtom } from 'nanostores'
import { createContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { useConnection } from '../../define/index.ts'
import { createWrites, type Writes, writeOf } from '../../parts/write/writes.ts'
import type { NamedPoint } from './run-actions.ts'

export type Note = 'info' | 'success' | 'warning'

/** One line at the lower edge of a screen: a write on its way, or why nothing happened. */
export type Line =
  | { readonly id: string; readonly writes: Writes; readonly at: NamedPoint; readonly point: Point }
  | { readonly id: string; readonly note: Note; readonly said: Readonly<Record<Lang, string>> }

/** What people began on a screen. It goes on when they leave the screen that they began it on. */
export interface UnderWay {
  readonly $lines: ReadableAtom<readonly Line[]>
  /** When a change of value last led to another screen, or a screen came up since; null where none ever did. */
  readonly led: { time: number | null }
  writesOf(sn_code: string): Writes
  /** Values of one point are sent one after the other: what a press set is never overtaken by what its release sets. */
  send(at: NamedPoint, value: Value): void
  follow(at: NamedPoint, point: Point): void
  /** What is being written to a point; undefined where nothing is. */
  valueOf(at: NamedPoint): Value | undefined
  say(note: Note, said: Readonly<Record<Lang, string>>): void
  close(id: string): void
  /** Takes away what was said; writes stay. */
  forgetNotes(): void
  dispose(): void
}

/** Older ones give way: the screen itself is what is looked at. */
const MOST_LINES = 4

export function createUnderWay(connection: Connection, ended: (command: Command) => void): UnderWay {
  const $lines = atom<readonly Line[]>([])
  const held = new Map<string, Writes>()
  const sending = new Map<string, Promise<void>>()
  const close = (id: string) => $lines.set($lines.get().filter((line) => line.id !== id))
  const put = (line: Line) => $lines.set([...$lines.get().filter(({ id }) => id !== line.id), line].slice(-MOST_LINES))

  function writesOf(sn_code: string): Writes {
    const known = held.get(sn_code)
    if (known) return known
    const made = createWrites(connection, sn_code, ended)
    held.set(sn_code, made)
    return made
  }
  return {
    $lines,
    led: { time: null },
    writesOf,
    send({ sn_code, key }, value) {
      const name = `${sn_code} ${key}`
      const writes = writesOf(sn_code)
      const start = () => {
        void writes.write(key, value)
        return taken(writes, key)
      }
      const before = sending.get(name)
      const mine = before ? before.then(start) : start()
      sending.set(name, mine)
      void mine.then(() => sending.get(name) === mine && sending.delete(name))
    },
    follow: (at, point) => put({ id: `${at.sn_code} ${at.key}`, writes: writesOf(at.sn_code), at, point }),
    valueOf: ({ sn_code, key }) => writeOf(writesOf(sn_code).$writes.get(), key)?.value,
    // The same words again are the same line.
    say: (note, said) => put({ id: said.en, note, said }),
    close,
    forgetNotes: () => $lines.set($lines.get().filter((line) => !('note' in line))),
    dispose() {
      for (const writes of held.values()) writes.dispose()
      held.clear()
      $lines.set([])
    },
  }
}

/** Until the server has answered: the next value of the point may go then. */
const taken = (writes: Writes, key: string) =>
  new Promise<void>((resolve) => {
    const stop = writes.$writes.subscribe((all) => {
      if (writeOf(all, key)?.status === 'sending') return
      queueMicrotask(() => stop())
      resolve()
    })
  })

/** Around screens that lead to one another; null where a screen stands alone. */
export const UnderWayContext = createContext<UnderWay | null>(null)

/** For as long as the calling view is shown. */
export function useUnderWay(onDone: (command: Command) => void): UnderWay {
  const connection = useConnection()
  const report = useEffectEvent(onDone)
  const [made, setMade] = useState(() => createUnderWay(connection, (command) => report(command)))
  const [of, setOf] = useState(connection)
  if (of !== connection) {
    setOf(connection)
    setMade(createUnderWay(connection, (command) => report(command)))
  }
  useLayoutEffect(() => () => made.dispose(), [made])
  return made
}
