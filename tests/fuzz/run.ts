import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Case } from './cases.ts'
import type { Target } from './target.ts'

const LANES = 6
const A_CHECK = 60
const SEEDS = fileURLToPath(new URL('./seeds/', import.meta.url))

/** Inputs that once did harm, each file's name saying which. */
export const kept = (): { name: string; input: Case }[] =>
  readdirSync(SEEDS)
    .sort()
    .map((name) => ({ name, input: JSON.parse(readFileSync(SEEDS + name, 'utf8')) as Case }))

/** What was sent when the server stopped living as before: one of these, or several together, are the cause. */
export class Harm extends Error {
  readonly suspects: readonly Case[]
  constructor(error: unknown, suspects: readonly Case[]) {
    super(error instanceof Error ? error.message : String(error), { cause: error })
    this.suspects = suspects
  }
}

/** Sends cases side by side while `goesOn`, and checks after each 60 that the server lives as before. Resolves with their number; throws Harm. */
export async function sendAll(
  target: Target,
  cases: Iterator<Case>,
  goesOn: (sent: number) => boolean,
): Promise<number> {
  let sent = 0
  while (goesOn(sent)) {
    const batch: Case[] = []
    const lane = async () => {
      while (batch.length < A_CHECK && goesOn(sent)) {
        const { value, done } = cases.next()
        if (done) return
        batch.push(value)
        sent += 1
        await target.send(value)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await target.check().catch((error) => {
      throw new Harm(error, batch)
    })
    if (batch.length === 0) break
  }
  return sent
}
