/** A name for a copy that is no longer than a name may be: the original gives way, not what says that it is a copy. */
export function copyName(name: string, say: (name: string) => string, most: number): string {
  const given = [...name]
  const rest = [...say('')].length
  return say(given.slice(0, Math.max(0, most - rest)).join('')).trim()
}
