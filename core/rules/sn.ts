/** What the spellings of an SN have in common: SNs are unique regardless of case. In SQL it is `lower(sn_code)`. */
export const snKey = (sn_code: string): string => sn_code.toLowerCase()

/** Whether both name one device; no SN names none. */
export const isSameSn = (sn_code: string | null | undefined, other: string): boolean =>
  typeof sn_code === 'string' && snKey(sn_code) === snKey(other)
