import { Pagination } from '../../kit/Pagination.tsx'
import type { Paging } from './use-paging.ts'

interface ListPagesProps {
  paging: Paging
  /** Of rows; without any there is nothing to turn. */
  total: number | undefined
}

/** The foot of a list that the server pages. */
export function ListPages({ paging: { page, page_size, sizes, turn }, total = 0 }: ListPagesProps) {
  if (total === 0) return null
  return <Pagination page={page} pageSize={page_size} pageSizes={sizes} total={total} onChange={turn} />
}
