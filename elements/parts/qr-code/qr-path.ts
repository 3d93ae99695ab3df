import encodeQR from 'qr'

/** Squares without a mark that readers need around it. */
const BORDER = 4

/** A QR code as the path of an SVG whose view is `size` squares wide and high. */
export function qrPath(content: string): { path: string; size: number } {
  const rows = encodeQR(content, 'raw', { border: BORDER })
  const path = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size: rows.length }
}
