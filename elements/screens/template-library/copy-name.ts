/** A name for a copy that is no longer than a name may be: the original gives way, not what says that it is a copy. */
export function copyName(name: string, say: (name: string) => string, most: number): string {
  const characters = [...name]
  const rest = [...say('')].length
  return say(characters.slice(0, Math.max(0, most - rest)).join('')).trim()
}
