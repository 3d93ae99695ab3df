import type { Checker } from 'typescript/unstable/sync'
import type { TypePrinter } from './print-type.ts'

/** The source as its compiler sees it. */
export interface Source {
  checker: Checker
  printer: TypePrinter
}
