import { Toasts } from '../../kit/Toasts.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { ServerList, type ServerListProps } from '../ServerList.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { PostBulk } from './PostBulk.tsx'
import type { PostBoxState } from './use-post-box.ts'

type ListProps = 'label' | 'title' | 'count' | 'actions' | 'filters' | 'chips' | 'columns' | 'side' | 'empty'

interface PostBoxProps<Row extends object> extends Pick<ServerListProps<Row>, ListProps> {
  box: PostBoxState<Row>
  /** The row whose panel is open. */
  openId: number | null
  onOpen: (row: Row) => void
  onDelete: (ids: readonly number[]) => void
}

/** A box of messages in all its states: rows to open and to select, what can be done with those, and what was done. */
export function PostBox<Row extends object>({ box, openId, onOpen, onDelete, ...list }: PostBoxProps<Row>) {
  const { called, paging, idOf, changes, chosen } = box
  return (
    <>
      {!called.data && !called.last && !called.failure && <LoadingState />}
      {/* What was read stays beside the note that it could not be read anew. */}
      <StaleNote called={{ ...called, last: called.data }} />
      <ServerList<Row>
        {...list}
        called={{ ...called, failure: called.data ? null : called.failure }}
        paging={paging}
        rowId={(row) => String(idOf(row))}
        openId={openId === null ? null : String(openId)}
        onRowOpen={onOpen}
        selectedIds={chosen.selectedIds}
        onSelectionChange={chosen.select}
        above={
          chosen.ids.length > 0 && (
            <PostBulk
              count={chosen.ids.length}
              {...(changes.isReadable && {
                onRead: (isRead) => void changes.read(chosen.ids, isRead).then(chosen.clear),
              })}
              onDelete={() => onDelete(chosen.ids)}
              onClear={chosen.clear}
            />
          )
        }
      />
      <Toasts {...changes.toasts} />
    </>
  )
}
