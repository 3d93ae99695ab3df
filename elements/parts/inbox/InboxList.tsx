import { Toasts } from '../../kit/Toasts.tsx'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'
import { InboxBulk } from './InboxBulk.tsx'
import type { InboxState } from './use-inbox.ts'

interface InboxListProps<Row extends object>
  extends Omit<ListScreenProps<Row>, 'list' | 'openId' | 'onRowOpen' | 'bulk' | 'children'> {
  box: InboxState<Row>
  /** The row whose panel is open. */
  openId: number | null
  onOpen: (row: Row) => void
  onDelete: (ids: readonly number[]) => void
}

/** A box of messages: rows to open and to select, what can be done with those, and what was done. */
export function InboxList<Row extends object>({ box, openId, onOpen, onDelete, ...screen }: InboxListProps<Row>) {
  const { list, idOf, changes } = box
  return (
    <>
      <ListScreen
        {...screen}
        list={list}
        openId={openId === null ? null : String(openId)}
        onRowOpen={onOpen}
        bulk={(chosen, clear) => {
          const ids = chosen.map(idOf)
          return (
            <InboxBulk
              count={ids.length}
              {...(changes.isReadable && { onRead: (isRead) => void changes.read(ids, isRead).then(clear) })}
              onDelete={() => onDelete(ids)}
              onClear={clear}
            />
          )
        }}
      />
      <Toasts {...changes.toasts} />
    </>
  )
}
