/** What the page of a device asks beyond its points: its past, and writes. One file, since one page asks both. */
export { control } from './control.ts'
export { history } from './history.ts'
