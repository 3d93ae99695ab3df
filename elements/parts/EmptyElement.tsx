import type { ComponentProps } from 'react'
import { useElementState } from '../define/index.ts'
import { EmptyState } from '../kit/EmptyState.tsx'

/** The element as a whole has nothing to show; a page may say so in its own way, in the slot `empty`. */
export function EmptyElement(props: ComponentProps<typeof EmptyState>) {
  useElementState('empty')
  return (
    <slot name="empty">
      <EmptyState {...props} />
    </slot>
  )
}
