export { findScreens } from './find.ts'
export { screenAsRow } from './rows.ts'
export { publishedScreen } from './show.ts'
