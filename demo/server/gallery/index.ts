export { filesOf, insertResource, namedResourceOnce } from './rows.ts'
