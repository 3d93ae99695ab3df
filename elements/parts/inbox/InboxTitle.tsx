import type { ReactNode } from 'react'
import { useSheet, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import sheet from './inbox.css?sheet'
import { text } from './text.ts'

/** A message's title in a list; one that is not read yet has a mark, and is bold. */
export function InboxTitle({ isUnread, children }: { isUnread: boolean; children: ReactNode }) {
  useSheet(sheet)
  const { unread } = useText(text)
  return isUnread ? (
    <span className="post-title post-unread">
      <Icon name="circle" size={12} label={unread} />
      <span>{children}</span>
    </span>
  ) : (
    <span className="post-title post-read">
      <span>{children}</span>
    </span>
  )
}
