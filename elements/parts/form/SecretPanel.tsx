import type { ReactNode } from 'react'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import layout from '../../kit/layout.css?sheet'
import { SidePanel } from '../SidePanel.tsx'
import { text } from './text.ts'

interface SecretPanelProps {
  title: string
  /** What happens to who does not keep it. */
  explanation: string
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}

/** A secret, this once: nothing else holds it. */
export function SecretPanel({ title, explanation, onClose, isWide, children }: SecretPanelProps) {
  useSheet(layout)
  const t = useText(text)
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t.kept}
        </Button>
      }
    >
      <div className={isWide ? 'stack stack-wide' : 'stack'}>
        <p>{explanation}</p>
        {children}
      </div>
    </SidePanel>
  )
}
