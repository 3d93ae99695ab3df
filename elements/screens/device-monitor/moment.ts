/** A point at a time, epoch ms. */
export interface Moment {
  readonly key: string
  readonly time: number
}

/** What `moment="level@1763600000000"` names; null for what names none. */
export function momentOf(text: string): Moment | null {
  const [, key, time] = /^(.+)@(\d{1,15})$/.exec(text.trim()) ?? []
  return key && time ? { key, time: Number(time) } : null
}

export const momentText = ({ key, time }: Moment): string => `${key}@${time}`
