export { ConnectionElement } from './connection.ts'
