import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import sheet from './inbox.css?sheet'
import { text } from './text.ts'

interface InboxBulkProps {
  count: number
  /** Left out where nothing is read or unread. */
  onRead?: (isRead: boolean) => void
  onDelete: () => void
  onClear: () => void
}

/** What can be done with the selected messages; all of it can be undone. */
export function InboxBulk({ count, onRead, onDelete, onClear }: InboxBulkProps) {
  useSheet(sheet)
  const t = useText(text)
  const w = useText(words)
  return (
    <div className="post-bulk" role="toolbar" aria-label={t.bulk}>
      <strong role="status">{t.selected({ count })}</strong>
      {onRead && (
        <>
          <Button onPress={() => onRead(true)}>{t.markRead}</Button>
          <Button onPress={() => onRead(false)}>{t.markUnread}</Button>
        </>
      )}
      <Button icon="trash" onPress={onDelete}>
        {w.delete}
      </Button>
      <Button look="plain" onPress={onClear}>
        {t.clearSelection}
      </Button>
    </div>
  )
}
