import { useConnection, useText } from '../../define/index.ts'
import { Copied } from '../../parts/Copied.tsx'
import { SecretPanel } from '../../parts/form/SecretPanel.tsx'
import type { Secret } from './KeyForm.tsx'
import { text } from './text.ts'

/** A key's secret, this once, with what a portal needs beside it. It is held by this component alone. */
export function KeySecret({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const t = useText(text)
  const { baseUrl } = useConnection()
  const origin = new URL(baseUrl).origin
  const page = `<script type="module" src="${origin}/elements/sightglass.js"></script>

<sg-connection base-url="${origin}" token-url="/your/token">
  <sg-device-monitor sn="…"></sg-device-monitor>
  <sg-dashboard dashboard="…"></sg-dashboard>
</sg-connection>`
  return (
    <SecretPanel title={t.secretTitle} explanation={t.secretWhy} onClose={onClose} isWide>
      <Copied label={t.secret} value={secret.embed_key} lines={3} />
      <Copied label={t.paste} value={page} lines={7} />
      <p>
        <a href={new URL('docs/embedding#server', baseUrl).href} target="_blank" rel="noreferrer">
          {t.sign}
        </a>
      </p>
    </SecretPanel>
  )
}
