export { findScreens } from './find.ts'
export { screenAsRow } from './rows.ts'
export { ASKS_ALL, publishedScreen } from './show.ts'
export { requireScreenToShare, screenToShare } from './to-share.ts'
