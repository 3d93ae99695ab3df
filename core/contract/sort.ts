/** What a list is sorted by. */
export interface Sort {
  id: string
  isDescending: boolean
}

/** A list's `sort`: a field, with `-` in front for descending. */
export const readSort = (sort: string): Sort => ({ id: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') })

export const sortText = (sort: Sort | null): string => (sort ? `${sort.isDescending ? '-' : ''}${sort.id}` : '')
