import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Copied } from '../../parts/Copied.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import type { Secret } from './KeyForm.tsx'
import { text } from './text.ts'

/** A key's secret, this once, with what a portal needs beside it. It is held by this component alone. */
export function SecretPanel({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const t = useText(text)
  const { baseUrl } = useConnection()
  const origin = new URL(baseUrl).origin
  const page = `<script type="module" src="${origin}/elements/sightglass.js"></script>

<sg-connection base-url="${origin}" token-url="/your/token">
  <sg-device-monitor sn="…"></sg-device-monitor>
</sg-connection>`
  return (
    <SidePanel
      title={t.secretTitle}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t.kept}
        </Button>
      }
    >
      <div className="embed-form">
        <p>{t.secretWhy}</p>
        <Copied label={t.secret} value={secret.embed_key} lines={3} />
        <Copied label={t.paste} value={page} lines={6} />
        <p>
          <a href={new URL('docs/embedding#server', baseUrl).href} target="_blank" rel="noreferrer">
            {t.sign}
          </a>
        </p>
      </div>
    </SidePanel>
  )
}
