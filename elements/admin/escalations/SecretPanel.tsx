import { useRef, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text } from './text.ts'

/** A webhook's secret, this once, to be taken along by the clipboard or by hand. It is held by this component alone. */
export function SecretPanel({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText(text)
  const { copy } = useText(words)
  const box = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState('')
  async function take() {
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome(t.copied)
    } catch {
      const field = box.current?.querySelector('textarea')
      field?.focus()
      field?.select()
      setOutcome(t.copyByHand)
    }
  }
  return (
    <SidePanel
      title={t.secretTitle}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t.secretKept}
        </Button>
      }
    >
      <div ref={box} className="escalation-form">
        <p>{t.secretWhy}</p>
        <TextField label={t.secret} value={secret} onChange={() => {}} lines={3} />
        <div className="escalation-actions">
          <Button onPress={() => void take()}>{copy}</Button>
          <span className="escalation-done" role="status">
            {outcome}
          </span>
        </div>
      </div>
    </SidePanel>
  )
}
