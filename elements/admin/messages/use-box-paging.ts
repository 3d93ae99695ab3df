import { usePaging } from '../../parts/use-paging.ts'
import type { MessagesView } from './api.ts'

/** The paging of a box, whose page is the view's. */
export function useBoxPaging(view: MessagesView, change: (part: Partial<MessagesView>) => void) {
  const own = usePaging()
  return {
    page: view.page ?? 1,
    page_size: own.page_size,
    restart: () => change({ page: null }),
    turn(next: number, page_size: number) {
      own.turn(1, page_size)
      change({ page: next })
    },
  }
}
