export { callerOfAny, eitherOf, type Guests, openGuests, rootOf } from './guests.ts'
export { makeVisitorToken, RENEWAL_MS, readVisitorToken, VISIT_MS } from './visitor-token.ts'
