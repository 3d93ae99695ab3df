import { answerInThread } from '../limits/thread-program.ts'
import type { SheetOutput } from './sheet-files.ts'
import { writtenSheet } from './spreadsheet.ts'

/** The thread that a long table is written in. */
answerInThread(
  ({ sheet, format }: SheetOutput) => writtenSheet(sheet, format),
  ({ buffer }) => [buffer],
)
