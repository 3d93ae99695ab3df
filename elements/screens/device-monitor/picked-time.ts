/** A point at a time, epoch ms. */
export interface PickedTime {
  readonly key: string
  readonly time: number
}

/** What `moment="level@1763600000000"` names; null for what names none. */
export function pickedTimeOf(text: string): PickedTime | null {
  const [, key, time] = /^(.+)@(\d{1,15})$/.exec(text.trim()) ?? []
  return key && time ? { key, time: Number(time) } : null
}

export const pickedTimeText = ({ key, time }: PickedTime): string => `${key}@${time}`
