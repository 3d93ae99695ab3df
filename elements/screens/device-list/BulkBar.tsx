import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { text } from './text.ts'

interface BulkBarProps {
  count: number
  onMove: () => void
  onTag: () => void
  onClear: () => void
}

/** What can be done with the selected devices. */
export function BulkBar({ count, onMove, onTag, onClear }: BulkBarProps) {
  const t = useText(text)
  return (
    <div className="device-bulk" role="toolbar" aria-label={t.bulk}>
      <strong role="status">{t.selected({ count })}</strong>
      <Button onPress={onMove}>{t.moveTo}</Button>
      <Button onPress={onTag}>{t.changeTags}</Button>
      <span className="device-bulk-clear">
        <Button look="plain" onPress={onClear}>
          {t.clearSelection}
        </Button>
      </span>
    </div>
  )
}
