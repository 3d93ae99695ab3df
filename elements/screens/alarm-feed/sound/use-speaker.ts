import { useEffect, useEffectEvent, useState } from 'react'
import type { Speaker } from './tones.ts'

/** Browsers let sound out in these. */
const PRESSES = ['pointerup', 'keydown'] as const

export interface SpeakerState {
  /** Null until there is one. */
  readonly speaker: Speaker | null
  /** Wanted, and the browser does not let it out or has not got it. */
  readonly isAsleep: boolean
  wake(): void
}

/** The loudspeaker while it is wanted: fetched then. The first press anywhere on the page lets it out. */
export function useSpeaker(isWanted: boolean): SpeakerState {
  const [speaker, setSpeaker] = useState<Speaker | null>(null)
  const [isAwake, setAwake] = useState(true)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try fetches anew
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    let made: Speaker | null = null
    const look = () => setAwake(made?.isAwake ?? true)
    void import('./tones.ts').then(
      ({ createSpeaker }) => {
        if (isLeft) return
        made = createSpeaker(look)
        setSpeaker(made)
        look()
      },
      () => isLeft || setAwake(false),
    )
    return () => {
      isLeft = true
      made?.close()
      setSpeaker(null)
      setAwake(true)
    }
  }, [isWanted, tries])

  const isAsleep = isWanted && !isAwake
  const wake = () => (speaker ? speaker.wake() : setTries(tries + 1))
  const pressed = useEffectEvent(wake)
  useEffect(() => {
    if (!isAsleep) return
    const press = () => pressed()
    for (const type of PRESSES) window.addEventListener(type, press, true)
    return () => {
      for (const type of PRESSES) window.removeEventListener(type, press, true)
    }
  }, [isAsleep])
  return { speaker, isAsleep, wake }
}
