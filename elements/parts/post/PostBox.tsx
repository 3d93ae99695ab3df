import { Toasts } from '../../kit/Toasts.tsx'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'
import { PostBulk } from './PostBulk.tsx'
import type { PostBoxState } from './use-post-box.ts'

interface PostBoxProps<Row extends object>
  extends Omit<ListScreenProps<Row>, 'list' | 'openId' | 'onRowOpen' | 'bulk' | 'children'> {
  box: PostBoxState<Row>
  /** The row whose panel is open. */
  openId: number | null
  onOpen: (row: Row) => void
  onDelete: (ids: readonly number[]) => void
}

/** A box of messages: rows to open and to select, what can be done with those, and what was done. */
export function PostBox<Row extends object>({ box, openId, onOpen, onDelete, ...screen }: PostBoxProps<Row>) {
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
            <PostBulk
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
