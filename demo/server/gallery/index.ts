export { filesOf, insertResources, type NewResource, namedResourceOnce, nextResourceIds } from './rows.ts'
