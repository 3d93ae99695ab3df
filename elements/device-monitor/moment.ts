import type { Moment } from './monitor-context.ts'

/** What `moment="level@1763600000000"` names; null for what names none. */
export function momentOf(text: string): Moment | null {
  const [, key, time] = /^(.+)@(\d{1,15})$/.exec(text.trim()) ?? []
  return key && time ? { key, time: Number(time) } : null
}
