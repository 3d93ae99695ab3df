import { atom, type WritableAtom } from 'nanostores'

export interface KeptChoice<Choice extends string> extends WritableAtom<Choice> {
  /** Takes the default of who has chosen nothing; null for the page's own. */
  follow(choice: Choice | null): void
}

/** One of few choices, kept by this browser. Where nothing may be kept, it lasts as long as the page. */
export function kept<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): KeptChoice<Choice> {
  const known = (text: string | null) => choices.find((choice) => choice === text)
  const ofDefault = `${key}-default`
  let isChosen = known(read(key)) !== undefined
  let isFollowing = false
  const $choice = atom<Choice>(known(read(key)) ?? known(read(ofDefault)) ?? fallback)
  $choice.listen((choice) => {
    if (isFollowing) return
    isChosen = true
    write(key, choice)
  })
  return Object.assign($choice, {
    follow(choice: Choice | null) {
      write(ofDefault, choice ?? '')
      if (isChosen) return
      isFollowing = true
      $choice.set(choice ?? fallback)
      isFollowing = false
    },
  })
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
