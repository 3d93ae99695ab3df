/** What a visitor's token begins with. */
export const VISITOR_PREFIX = 'visit~'

/** Whether a token is a guest's: a session's has no dot in it. */
export const isGuestToken = (token: string): boolean => token.includes('.')

/** Whether a token is a visitor's: neither a session's nor a guest's has the sign in it. */
export const isVisitorToken = (token: string): boolean => token.startsWith(VISITOR_PREFIX)

/** Whether it can be the token of a session: those of guests and visitors say what they are. */
export const isSessionToken = (token: string): boolean => !isVisitorToken(token) && !isGuestToken(token)
