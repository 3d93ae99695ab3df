import { parentPort } from 'node:worker_threads'
import { mergeHour, type Part } from './merge-hour.ts'

/** To the thread: hours of points, each with what is stored of it. */
export interface MergeOrder {
  id: number
  hours: readonly { part: Part; stored: Uint8Array | null }[]
}

parentPort?.on('message', ({ id, hours }: MergeOrder) =>
  parentPort?.postMessage({ id, merged: hours.map(({ part, stored }) => mergeHour(part, stored)) }),
)
