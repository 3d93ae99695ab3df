import { useEffect, useRef, useState } from 'react'

/** The element that is to have the focus after the next drawing. */
export type Place = 'user_name' | 'password' | 'graphic_code' | 'puzzle' | 'submit' | 'experience'

/** What of the form may take the focus. */
export function usePlaces() {
  const [focus, setFocus] = useState<{ on: Place } | null>(null)
  const places = {
    user_name: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    graphic_code: useRef<HTMLInputElement>(null),
    puzzle: useRef<HTMLDivElement>(null),
    submit: useRef<HTMLButtonElement>(null),
    experience: useRef<HTMLButtonElement>(null),
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refs stay the same
  useEffect(() => {
    if (focus) places[focus.on].current?.focus()
  }, [focus])
  const focusOn = (on: Place) => setFocus({ on })
  return { places, focusOn }
}
