import { useSheet } from '../../define/index.ts'
import sheet from './narrow.css?sheet'

/** How rows look in a column of somebody's page: fetched where there is so little room. */
export function NarrowLooks() {
  useSheet(sheet)
  return null
}
