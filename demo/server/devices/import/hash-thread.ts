import { hashPasswordNow } from '../../db/passwords.ts'
import { answerInThread } from '../../limits/thread-program.ts'

/** The thread that passwords of a file are hashed in. */
answerInThread((passwords: string[]) => passwords.map(hashPasswordNow))
