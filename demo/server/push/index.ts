export { openPush, type Push } from './push.ts'
