import { outcomeOf } from '../http/thread-outcome.ts'
import { answerInThread } from '../limits/thread-program.ts'
import { type ReadWork, readText } from './read-work.ts'

/** The thread that large documents of screens are read in. */
answerInThread((work: ReadWork) => outcomeOf(async () => readText(work)))
