import { useSheet, useText } from '../../../define/index.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useFeed } from '../feed-context.ts'
import sheet from './keys.css?sheet'
import { KEYS } from './keys.ts'
import { text } from './text.ts'

/** All that the keyboard does here. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useSheet(sheet)
  const t = useText(text)
  const feed = useFeed()
  return (
    <Dialog title={t.title} isOpen onClose={onClose} size="small">
      <p className="feed-keys-where">{t.where}</p>
      <dl className="feed-keys">
        {KEYS.filter(({ needs }) => !needs || needs(feed.may)).map(({ keys, does }) => (
          <div key={does} className="feed-key">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t[does]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
