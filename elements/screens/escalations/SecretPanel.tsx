import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Copied } from '../../parts/Copied.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text } from './text.ts'

/** A webhook's secret, this once. It is held by this component alone. */
export function SecretPanel({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText(text)
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
      <div className="escalation-form">
        <p>{t.secretWhy}</p>
        <Copied label={t.secret} value={secret} lines={3} />
      </div>
    </SidePanel>
  )
}
