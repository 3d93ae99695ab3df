import type { ReactNode } from 'react'
import { useElement, useSheet } from '../define/index.ts'
import sheet from './compact.css?sheet'
import { NarrowLooks } from './NarrowLooks.tsx'

/** The looks of the narrow feed, which no other one loads. */
export function CompactFrame({ children }: { children: ReactNode }) {
  useSheet(sheet)
  const { lang } = useElement()
  return (
    <div className="feed feed-compact" lang={lang}>
      <NarrowLooks />
      {children}
    </div>
  )
}
