import { useState } from 'react'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'

export interface Secret {
  user_id: number
  name: string
  user_name: string
  password: string
}

/** A generated password, this once. It is held by the screen alone. */
export function SecretPanel({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const t = useText(text)
  const p = useText(panelText)
  const [outcome, setOutcome] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret.password)
      setOutcome(p.copied)
    } catch {
      setOutcome(p.copyByHand)
    }
  }
  return (
    <SidePanel
      title={p.secretOf({ name: secret.name })}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {p.kept}
        </Button>
      }
    >
      <div className="user-secret">
        <p>{p.secretWhy}</p>
        <Facts
          facts={[
            [t.user_name, secret.user_name],
            [p.password, <code key="password">{secret.password}</code>],
          ]}
        />
        <div className="user-copy">
          <Button onPress={() => void copy()}>{p.copy}</Button>
          <span role="status">{outcome}</span>
        </div>
      </div>
    </SidePanel>
  )
}
