import { type MapStore, map } from 'nanostores'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { type CallFailure, isCallFailure } from '../../parts/use-call.ts'

/** Between two looks at how far a write got; the socket tells most steps sooner. */
const LOOK_EVERY_MS = 500

/** One write as its user sees it. `sending` until the server has taken it, `refused` when it does not. */
export interface Write {
  key: string
  value: Value
  status: 'sending' | 'refused' | Command['status']
  /** The server's record, once it was read. */
  command: Command | null
  failure: CallFailure | null
}

export interface Writes {
  /** The newest write of each point by key, until it is dismissed. */
  readonly $writes: MapStore<Record<string, Write | undefined>>
  write(key: string, value: Value): Promise<void>
  dismiss(key: string): void
  dispose(): void
}

export const hasEnded = ({ status }: Write): boolean => !['sending', 'sent', 'acknowledged'].includes(status)

/**
 * Writes to one device and follows each write to its end, also when nobody looks at its point any more. The shown value
 * is never touched: it changes when the device reports it. `ended` gets what the device, or its silence, decided.
 */
export function createWrites(connection: Connection, sn_code: string, ended: (command: Command) => void): Writes {
  const $writes = map<Record<string, Write | undefined>>({})
  const abort = new AbortController()
  const { signal } = abort

  async function write(key: string, value: Value): Promise<void> {
    const change = (part: Partial<Write>) => {
      const known = $writes.get()[key] ?? { key, value, status: 'sending' as const, command: null, failure: null }
      $writes.setKey(key, { ...known, ...part })
    }
    change({ value, status: 'sending', command: null, failure: null })
    try {
      const { id, status } = await connection.api.control.write({ sn_code, key, value }, { signal, isQuiet: true })
      change({ status })
      const command = await follow(id, (step) => change({ status: step.status, command: step }))
      ended(command)
    } catch (failure) {
      if (signal.aborted) return
      if (!isCallFailure(failure)) throw failure
      change({ status: 'refused', failure })
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
      return await connection.api.control.steps({ id }, { signal, isQuiet: true })
    } catch (error) {
      if (error instanceof Error && error.name === 'ConnectionError' && !signal.aborted) return null
      throw error
    }
  }

  return {
    $writes,
    write,
    dismiss: (key) => $writes.setKey(key, undefined),
    dispose: () => abort.abort(),
  }
}
