/** A point at a time, epoch ms; at null, without one. */
export interface PickedTime {
  readonly key: string
  readonly time: number | null
}

/** What `moment="level@1763600000000"` or `moment="level"` names; null for what names none. */
export function pickedTimeOf(text: string): PickedTime | null {
  const [, key, time] = /^(.+?)(?:@(\d{1,15}))?$/.exec(text.trim()) ?? []
  return key ? { key, time: time ? Number(time) : null } : null
}

export const pickedTimeText = ({ key, time }: PickedTime): string => (time === null ? key : `${key}@${time}`)
