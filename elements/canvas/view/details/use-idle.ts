import { useEffect, useEffectEvent } from 'react'

const USES = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/** Calls back once nobody has used the page for so long. */
export function useIdle(afterMs: number, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    let timer = setTimeout(() => idle(), afterMs)
    const off = new AbortController()
    const used = () => {
      clearTimeout(timer)
      timer = setTimeout(() => idle(), afterMs)
    }
    for (const use of USES) addEventListener(use, used, { signal: off.signal, capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      off.abort()
    }
  }, [afterMs])
}
