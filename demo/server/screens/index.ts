export { screenAsRow } from './rows.ts'
export { hasScreen, publishedScreen } from './show.ts'
