export { openAwaited } from './awaited.ts'
export { deleteDeregistered } from './retention.ts'
