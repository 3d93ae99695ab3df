import { useCallback, useEffect, useState } from 'react'

/** Who else on the page shows what is kept: two places of one choice agree. */
const listeners = new Set<(key: string, text: string) => void>()

/**
 * A text that this browser remembers; null where it has none yet. `name` should carry the user where several share a
 * browser. Where the page may not store anything (a sandboxed frame), it lasts as long as the screen.
 */
export function useKept(name: string): [kept: string | null, keep: (text: string) => void] {
  const key = `sg-choice:${name}`
  const [own, setOwn] = useState<{ key: string; text: string } | null>(null)
  useEffect(() => {
    const take = (changed: string, text: string) => changed === key && setOwn({ key, text })
    listeners.add(take)
    return () => void listeners.delete(take)
  }, [key])
  const keep = useCallback(
    (text: string) => {
      try {
        localStorage.setItem(key, text)
      } catch {
        // Not kept beyond this screen.
      }
      for (const take of listeners) take(key, text)
    },
    [key],
  )
  return [own?.key === key ? own.text : read(key), keep]
}

/** A choice of looks that this browser remembers, such as table or tiles: `useKept` for one of a few. */
export function useKeptChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [choice: Choice, choose: (choice: Choice) => void] {
  const [kept, keep] = useKept(name)
  return [choices.find((choice) => choice === kept) ?? fallback, keep]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
