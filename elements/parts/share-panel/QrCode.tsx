import { useText } from '../../define/index.ts'
import { qrPath } from '../qr-code/qr-path.ts'
import { text } from './text.ts'

/** An address to be read by the camera of a phone: dark on white in every theme, as readers expect it. */
export function QrCode({ href }: { href: string }) {
  const t = useText(text)
  const { path, size } = qrPath(href)
  return (
    <svg className="share-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qrCode}>
      <path d={path} />
    </svg>
  )
}
