const partsIn = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time).replace(' ', 'T')

/** A time as the browser's own date-and-time field takes it, in a time zone. */
export const localOf = (time: number, timeZone: string): string => partsIn(time, timeZone).slice(0, 16)

/** Epoch ms of what such a field holds; null where it holds nothing. */
export function instantOf(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  let time = asUtc
  // Twice: the offset at the first guess may be that of before a change of the clocks.
  for (let round = 0; round < 2; round += 1) time += asUtc - Date.parse(`${partsIn(time, timeZone)}Z`)
  return time
}
