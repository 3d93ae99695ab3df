import { useEffect, useState } from 'react'

/** A line that comes back at once is nobody's concern. */
const GRACE_MS = 1500

/** Whether something has stood for a moment; null is nothing. */
export function useIsLate(since: number | null): boolean {
  const [late, setLate] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setLate(since), GRACE_MS)
    return () => clearTimeout(timer)
  }, [since])
  return since !== null && late === since
}
