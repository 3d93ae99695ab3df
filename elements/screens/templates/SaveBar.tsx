import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'

interface SaveBarProps {
  /** What of it is wrong, or what is to be known before it is saved. */
  children: ReactNode
  isPending: boolean
  labels: { save: string; discard: string }
  onDiscard: () => void
  onSave: () => void
}

/** Below a tab in which something is not saved. */
export function SaveBar({ children, isPending, labels, onDiscard, onSave }: SaveBarProps) {
  return (
    <div className="template-save">
      <span role="status">{children}</span>
      <span className="template-actions">
        <Button onPress={onDiscard}>{labels.discard}</Button>
        <Button look="primary" isPending={isPending} onPress={onSave}>
          {labels.save}
        </Button>
      </span>
    </div>
  )
}
