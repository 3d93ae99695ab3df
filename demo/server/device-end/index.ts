export { deleteDeregistered } from './retention.ts'
