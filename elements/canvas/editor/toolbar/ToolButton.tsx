import { Glyph } from './Glyph.tsx'
import { GLYPHS, type GlyphName } from './glyphs.ts'

interface ToolButtonProps {
  glyph: GlyphName
  /** Its name, and its tooltip. */
  label: string
  /** The shortcut, as people read it. */
  keys?: string
  isPressed?: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** A tool of the bar: the focus stays on the drawing where it was there. */
export function ToolButton({ glyph, label, keys = '', isPressed, isDisabled = false, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isPressed}
      // What cannot be done now keeps its place in the order of Tab.
      aria-disabled={isDisabled || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => !isDisabled && onPress()}
    >
      <Glyph path={GLYPHS[glyph]} />
    </button>
  )
}
