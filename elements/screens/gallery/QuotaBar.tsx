import { useFormat, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { ProgressBar } from '../../kit/ProgressBar.tsx'
import { sizeText } from './file-checks.ts'
import { text } from './text.ts'

/** How much of the user's space is used. */
export function QuotaBar({ used, limit }: { used: number; limit: number | null }) {
  const t = useText(text)
  const format = useFormat()
  if (limit === null) return <span className="gallery-quota">{t.usedOnly({ used: sizeText(used, format) })}</span>
  const said = t.used({ used: sizeText(used, format), limit: sizeText(limit, format) })
  const isFull = used >= limit
  return (
    <span className="gallery-quota" data-full={isFull || undefined}>
      <ProgressBar value={Math.min(used, limit)} max={limit || 1} label={t.quota} />
      {isFull && <Icon name="warning" />}
      <span>{said}</span>
      {isFull && <span>{t.full}</span>}
    </span>
  )
}
