export { Kept } from './suppressed.ts'
