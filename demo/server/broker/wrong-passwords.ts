const WINDOW_MS = 60_000
const ALLOWED = 10
/** Beyond this many guessers at once the oldest is forgotten. */
const REMEMBERED = 10_000

/** Counts wrong passwords of a minute by who guesses, since each check costs 33 ms of CPU. */
export function wrongPasswords(now: () => number = Date.now) {
  const guesses = new Map<string, { since: number; count: number }>()
  return {
    areTooMany: (who: string): boolean => {
      const guess = guesses.get(who)
      return guess !== undefined && now() - guess.since < WINDOW_MS && guess.count >= ALLOWED
    },
    add: (who: string): void => {
      const guess = guesses.get(who)
      if (guess && now() - guess.since < WINDOW_MS) {
        guess.count++
        return
      }
      guesses.delete(who)
      if (guesses.size >= REMEMBERED) guesses.delete(guesses.keys().next().value as string)
      guesses.set(who, { since: now(), count: 1 })
    },
  }
}
