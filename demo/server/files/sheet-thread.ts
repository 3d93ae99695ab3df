import { answerInThread } from '../limits/thread-program.ts'
import { readSheet } from './read-sheet.ts'

/** The thread that a table of somebody else is read in. */
answerInThread(readSheet)
