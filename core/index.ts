/** What a page's own scripts take from the kit: `import { connect } from 'sightglass/core'`. */
export { type Connection, type ConnectOptions, connect } from './connection/connection.ts'
export { $defaultConnection } from './connection/default.ts'
export { ApiError, ConnectionError } from './contract/api-error.ts'
