export { watchOutages } from './outages.ts'
