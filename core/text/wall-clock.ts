/** Gives for an epoch time what the clock of an IANA zone shows, as the epoch ms of that wall clock read as UTC. */
export function wallClock(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Offsets change at whole quarters of an hour at most: one look-up a quarter, not one a row.
  const QUARTER = 900_000
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
  }
  return (time) => {
    const quarter = Math.floor(time / QUARTER)
    const known = offsets.get(quarter)
    const offset = known ?? offsetAt(time)
    if (known === undefined) offsets.set(quarter, offset)
    return time + offset
  }
}
