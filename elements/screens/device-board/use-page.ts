import { useState } from 'react'

/** A page number that begins anew for other rows. */
export function usePage(query: object): [page: number, setPage: (page: number) => void] {
  const key = JSON.stringify(query)
  const [chosen, setChosen] = useState({ key, page: 1 })
  return [chosen.key === key ? chosen.page : 1, (page) => setChosen({ key, page })]
}
