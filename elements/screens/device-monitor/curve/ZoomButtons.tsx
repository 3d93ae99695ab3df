import { useConnection, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { type Range, ZOOM_STEP, zoomed } from '../../../kit/chart/range.ts'
import { text } from './text.ts'

/** A press is worth a few turns of the wheel. */
const PRESS_STEP = ZOOM_STEP ** 3

interface ZoomButtonsProps {
  range: Range
  onZoom: (range: Range) => void
  /** Back to the range that was chosen; null while it is shown. */
  onReset: (() => void) | null
}

/** What the wheel and the keys do, where it can be seen. */
export function ZoomButtons({ range, onZoom, onReset }: ZoomButtonsProps) {
  const t = useText(text)
  const { clock } = useConnection()
  const zoom = (factor: number) => onZoom(zoomed(range, factor, clock.now()))
  return (
    <span className="curve-zoom">
      <IconButton icon="zoom-in" label={t.zoomIn} onPress={() => zoom(1 / PRESS_STEP)} />
      <IconButton icon="zoom-out" label={t.zoomOut} onPress={() => zoom(PRESS_STEP)} />
      <IconButton icon="undo" label={t.zoomReset} isDisabled={!onReset} onPress={() => onReset?.()} />
    </span>
  )
}
