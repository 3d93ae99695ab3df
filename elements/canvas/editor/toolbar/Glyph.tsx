/** A small outline in the colour of the text. */
export function Glyph({ path, size = 16 }: { path: string; size?: 14 | 16 | 20 }) {
  return (
    <svg className="glyph" viewBox="0 0 20 20" width={size} height={size} aria-hidden>
      <path d={path} />
    </svg>
  )
}
