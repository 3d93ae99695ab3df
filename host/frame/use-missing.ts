import { useEffect, useState } from 'react'

const ASK_MS = 15_000

/** What the server itself has not got: room or a database to store in, or the broker of its devices. */
export type Missing = 'store' | 'broker'

/** Asks the server, at `baseUrl`, now and then; null while it misses nothing, and while that is unknown. */
export function useMissing(baseUrl: string): Missing | null {
  const [missing, setMissing] = useState<Missing | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      const response = await fetch(new URL('readyz', baseUrl), { cache: 'no-store', signal: asking.signal })
      const { missing: parts } = (await response.json()) as { missing?: Partial<Record<Missing, string>> }
      setMissing(parts?.store ? 'store' : parts?.broker ? 'broker' : null)
    }
    // Without an answer the line itself is broken, which is said elsewhere.
    const turn = () => void ask().catch(() => {})
    turn()
    const timer = setInterval(turn, ASK_MS)
    return () => {
      clearInterval(timer)
      asking.abort()
    }
  }, [baseUrl])
  return missing
}
