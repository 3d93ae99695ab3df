import { atom, type WritableAtom } from 'nanostores'

/** One of few choices, kept by this browser. Where nothing may be kept, it lasts as long as the page. */
export function kept<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): WritableAtom<Choice> {
  const $choice = atom<Choice>(choices.find((choice) => choice === read(key)) ?? fallback)
  $choice.listen((choice) => write(key, choice))
  return $choice
}

/** Some names, kept by this browser likewise. */
export function keptList(key: string): WritableAtom<readonly string[]> {
  const $names = atom<readonly string[]>((read(key) ?? '').split(' ').filter((name) => name !== ''))
  $names.listen((names) => write(key, names.join(' ')))
  return $names
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // A full or forbidden store: the choice ends with the page.
  }
}
