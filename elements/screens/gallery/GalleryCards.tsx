import type { Resource } from '../../../core/contract/resource.ts'
import { useFormat, useText } from '../../define/index.ts'
import { sizeText } from './file-checks.ts'
import { Preview } from './Preview.tsx'
import { text } from './text.ts'

interface GalleryCardsProps {
  label: string
  rows: readonly Resource[]
  openId: number | null
  onOpen: (row: Resource) => void
}

export function GalleryCards({ label, rows, openId, onOpen }: GalleryCardsProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <ul className="gallery-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.resource_id} className="gallery-card" data-open={row.resource_id === openId || undefined}>
          <Preview resource={row} />
          <button
            type="button"
            className="gallery-card-name"
            title={row.resource_name}
            aria-label={t.look({ name: row.resource_name })}
            onClick={() => onOpen(row)}
          >
            {row.resource_name}
          </button>
          <span className="gallery-card-size">
            {row.width !== null && row.height !== null && (
              <span>{t.pixels({ width: row.width, height: row.height })}</span>
            )}
            <span>{sizeText(row.bytes, format)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
