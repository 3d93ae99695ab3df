import { LIMITS } from '../../../core/catalogue/limits.ts'
import { useFormat, useText } from '../../define/index.ts'
import { text } from './text.ts'

/** A number of unread messages. The limit up to which they are counted is seen as "1,000+" and heard as "at least 1,000". */
export function UnreadNumber({ count }: { count: number }) {
  const t = useText(text)
  const format = useFormat()
  const number = format.number(count)
  if (count < LIMITS.unreadCounted) return number
  return (
    <>
      <span aria-hidden>{number}+</span>
      <span className="sg-hidden-visually">{t.atLeast({ number })}</span>
    </>
  )
}

/** How many messages are unread, beside a title. */
export function UnreadCount({ count }: { count: number }) {
  const t = useText(text)
  return (
    <>
      <UnreadNumber count={count} /> {t.areUnread}
    </>
  )
}
