import { answerInThread } from '../../limits/thread-program.ts'
import { readDevices } from './read-devices.ts'

/** The thread that a file of devices is read in. */
answerInThread(readDevices)
