import { type ReactNode, useEffect, useRef } from 'react'
import { EmptyState } from '../../kit/EmptyState.tsx'

interface DoneProps {
  title: string
  explanation: string
  action: ReactNode
}

/** In the place of the form that was sent; takes the focus that the form had. */
export function Done({ title, explanation, action }: DoneProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status">
      <EmptyState icon="check" title={title} explanation={explanation} action={action} />
    </div>
  )
}
