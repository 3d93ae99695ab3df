import { parentPort } from 'node:worker_threads'
import { type MergedHour, mergeHour, type Part } from './merge-hour.ts'

/** To the thread: hours of points, each with what is stored of it. */
export interface MergeOrder {
  id: number
  hours: readonly { part: Part; stored: Uint8Array | null }[]
}

/** From the thread: an order that fails, by an hour that cannot be read, fails alone. */
export type Merged = { id: number } & ({ merged: MergedHour[] } | { error: Error })

function mergedOf({ id, hours }: MergeOrder): Merged {
  try {
    return { id, merged: hours.map(({ part, stored }) => mergeHour(part, stored)) }
  } catch (error) {
    return { id, error: error as Error }
  }
}

parentPort?.on('message', (order: MergeOrder) => parentPort?.postMessage(mergedOf(order)))
