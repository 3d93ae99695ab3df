import encodeQR from 'qr'
import { useText } from '../../define/index.ts'
import { text } from './text.ts'

/** Squares without a mark that readers need around it. */
const BORDER = 4

/** An address to be read by the camera of a phone: dark on white in every theme, as readers expect it. */
export function QrCode({ href }: { href: string }) {
  const t = useText(text)
  const rows = encodeQR(href, 'raw', { border: BORDER })
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg className="share-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={t.qrCode}>
      <path d={path} />
    </svg>
  )
}
