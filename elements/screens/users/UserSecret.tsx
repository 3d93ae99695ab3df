import { useState } from 'react'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SecretPanel } from '../../parts/form/SecretPanel.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'

export interface Secret {
  user_id: number
  name: string
  user_name: string
  password: string
}

/** A generated password, this once. It is held by the screen alone. */
export function UserSecret({ secret, onClose }: { secret: Secret; onClose: () => void }) {
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
    <SecretPanel title={p.secretOf({ name: secret.name })} explanation={p.secretWhy} onClose={onClose}>
      <Facts
        facts={[
          [t.user_name, secret.user_name],
          [
            p.password,
            <code key="password" className="user-secret">
              {secret.password}
            </code>,
          ],
        ]}
      />
      <div className="user-copy">
        <Button onPress={() => void copy()}>{p.copy}</Button>
        <span role="status">{outcome}</span>
      </div>
    </SecretPanel>
  )
}
