import type { ReactNode } from 'react'
import { words } from '../../core/text/words.ts'
import { type ElementState, useElementState, useSheet, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import sheet from './state-line.css?sheet'

interface StateLineProps {
  state: ElementState
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** One line above what is shown, when that is not what it should be: it is the element's state. */
export function StateLine({ state, onRetry, children }: StateLineProps) {
  useSheet(sheet)
  useElementState(state)
  const { retry } = useText(words)
  return (
    <div className="state-line" role="status" data-state={state}>
      <Icon name={state === 'offline' ? 'wifi-off' : state === 'stale' ? 'clock' : 'warning'} />
      <span className="state-line-text">{children}</span>
      {onRetry && (
        <Button look="plain" icon="refresh" onPress={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}
