import { ask, OutgoingError, type OutgoingRules, textOf } from './ask.ts'
import type { Resolve } from './names.ts'

export { OutgoingError, type OutgoingRules } from './ask.ts'

/** JSON from an address, by the rules of `ask`. Rejects with an OutgoingError. */
export async function fetchJson(url: URL, rules: OutgoingRules, resolve?: Resolve): Promise<unknown> {
  const takes = (status: number) => status === 200
  const reply = await ask(url, { method: 'GET', headers: { accept: 'application/json' }, takes }, rules, resolve)
  const text = await textOf(reply, rules.bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new OutgoingError('the answer is no JSON')
  }
}
