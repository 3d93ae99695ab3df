export { openShares, type Shares } from './shares.ts'
