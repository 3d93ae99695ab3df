import { type MapStore, map } from 'nanostores'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { type CallFailure, isCallFailure } from '../use-call.ts'

/** Between two polls of a write's progress; the socket reports most steps sooner. */
const LOOK_EVERY_MS = 500

/**
 * One write as its user sees it. `sending` until the server has taken it, `refused` when it does not or nothing was
 * sent, `unknown` when no answer says whether it did, `selected` while a two-step point waits for the confirmation.
 */
export interface Write {
  key: string
  value: Value
  status: 'sending' | 'refused' | 'unknown' | 'selected' | Command['status']
  /** The server's selection, and when it is over by this machine's clock, epoch ms. */
  selection: { id: string; until: number } | null
  /** The server's record, once it was read. */
  command: Command | null
  failure: CallFailure | null
}

export interface Writes {
  /** The newest write of each point by key, until it is dismissed. */
  readonly $writes: MapStore<Record<string, Write | undefined>>
  write(key: string, value: Value): Promise<void>
  /** Sends the write that is selected; nothing where none is. */
  confirm(key: string): Promise<void>
  dismiss(key: string): void
  dispose(): void
}

/** The write of a point, whatever its key: `constructor` is one too. */
export const writeOf = (writes: Readonly<Record<string, Write | undefined>>, key: string): Write | undefined =>
  Object.hasOwn(writes, key) ? writes[key] : undefined

export const hasEnded = ({ status }: Write): boolean =>
  !['sending', 'selected', 'sent', 'acknowledged'].includes(status)

/**
 * Writes to one device and follows each write to its end, also when nobody looks at its point any more. The shown value
 * is never touched: it changes when the device reports it. `ended` gets what the device, or its silence, decided.
 */
export function createWrites(connection: Connection, sn_code: string, ended: (command: Command) => void): Writes {
  const $writes = map<Record<string, Write | undefined>>({})
  const abort = new AbortController()
  const { signal } = abort

  async function send(key: string, value: Value, confirm?: string): Promise<void> {
    const sending: Write = { key, value, status: 'sending', selection: null, command: null, failure: null }
    const change = (part: Partial<Write>) =>
      $writes.setKey(key, { ...(writeOf($writes.get(), key) ?? sending), ...part })
    change(sending)
    let isTaken = false
    try {
      const input = { sn_code, key, value, ...(confirm !== undefined && { confirm }) }
      const { id, status, confirm_ms = 0 } = await connection.api.control.write(input, { signal })
      if (status === 'selected') return change({ status, selection: { id, until: Date.now() + confirm_ms } })
      isTaken = true
      change({ status })
      const command = await follow(id, (step) => change({ status: step.status, command: step }))
      ended(command)
    } catch (failure) {
      if (signal.aborted) return
      if (!isCallFailure(failure)) throw failure
      change({ status: isTaken || mayBeDone(failure) ? 'unknown' : 'refused', failure })
    }
  }

  async function follow(id: string, stepped: (command: Command) => void): Promise<Command> {
    let wake = () => {}
    let isTold = false
    const unwatch = connection.realtime.watch(`device/${sn_code}`, (frame) => {
      if (frame.type !== 'command' || frame.id !== id) return
      isTold = true
      wake()
    })
    try {
      for (;;) {
        isTold = false
        const command = await look(id)
        if (command) {
          stepped(command)
          if (!['sent', 'acknowledged'].includes(command.status)) return command
        }
        signal.throwIfAborted()
        if (isTold) continue
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_EVERY_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    } finally {
      unwatch()
    }
  }

  /** Null when the line is down: the write goes on without us, and is looked at again. */
  async function look(id: string): Promise<Command | null> {
    try {
      return await connection.api.control.steps({ id }, { signal })
    } catch (error) {
      if (error instanceof Error && error.name === 'ConnectionError' && !signal.aborted) return null
      throw error
    }
  }

  return {
    $writes,
    write: (key, value) => send(key, value),
    confirm: async (key) => {
      const write = writeOf($writes.get(), key)
      if (write?.selection) await send(key, write.value, write.selection.id)
    },
    dismiss: (key) => $writes.setKey(key, undefined),
    dispose: () => abort.abort(),
  }
}
