import { useEffect, useState } from 'react'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../context/element-context.ts'
import sheet from './state.css?sheet'

interface SkeletonProps {
  /** Bars under each other, one for each row to come. */
  rows?: number
  /** Waits before it shows, so that what comes at once does not blink. */
  delayMs?: number
}

export function Skeleton({ rows = 3, delayMs = 200 }: SkeletonProps) {
  useSheet(sheet)
  const { loading } = useText(words)
  const [isShown, setShown] = useState(delayMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return (
    <div className="skeleton" role="status" aria-label={loading}>
      {isShown &&
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        [...Array(rows)].map((_, index) => <div key={index} className="skeleton-row" aria-hidden />)}
    </div>
  )
}
