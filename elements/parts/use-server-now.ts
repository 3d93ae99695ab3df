import { useStore } from '@nanostores/react'
import { atom, onMount } from 'nanostores'
import { useConnection } from '../define/index.ts'

/** Changes once a second while somebody listens: one timer a page, however many ages are shown on it. */
export const $second = atom(0)
onMount($second, () => {
  const timer = setInterval(() => $second.set($second.get() + 1), 1000)
  return () => clearInterval(timer)
})

/** The server's time in epoch ms, renewed every second: ages do not depend on how the viewer's clock is set. */
export function useServerNow(): number {
  const { clock } = useConnection()
  useStore($second)
  return clock.now()
}
