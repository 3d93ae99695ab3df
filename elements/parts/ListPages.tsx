import { Pagination } from '../kit/Pagination.tsx'

interface ListPagesProps {
  page: number
  page_size: number
  /** Of rows; without any there is nothing to turn. */
  total: number | undefined
  onTurn: (page: number, page_size: number) => void
}

/** The foot of a list that the server pages. */
export function ListPages({ page, page_size, total = 0, onTurn }: ListPagesProps) {
  if (total === 0) return null
  return <Pagination page={page} pageSize={page_size} pageSizes={[10, 20, 50, 100]} total={total} onChange={onTurn} />
}
