/** The request is not allowed: trying again changes nothing. Apart from the catalogue's texts, as `session-codes`. */
const FORBIDDEN = ['100015', '110006', '110539']

export const isForbidden = (code: string): boolean => FORBIDDEN.includes(code)
