import { useCallback, useState } from 'react'

/**
 * A choice of looks that this browser remembers, such as table or tiles. `name` should carry the user where several
 * share a browser. Where the page may not store anything (a sandboxed frame), it lasts as long as the screen.
 */
export function useKeptChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [choice: Choice, choose: (choice: Choice) => void] {
  const key = `sg-choice:${name}`
  const [chosen, setChosen] = useState<{ key: string; choice: Choice } | null>(null)
  const choose = useCallback(
    (choice: Choice) => {
      setChosen({ key, choice })
      try {
        localStorage.setItem(key, choice)
      } catch {
        // Not kept beyond this screen.
      }
    },
    [key],
  )
  if (chosen?.key === key) return [chosen.choice, choose]
  return [choices.find((choice) => choice === read(key)) ?? fallback, choose]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
