import { setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'

/** 0 is the server's: such a thread has a ninth of a core that is needed by the server too, and all of one that is not. */
const THREAD_PRIORITY = 10

/**
 * The program of a thread that `runLimited` starts: answers each input that it is sent, one at a time. What `moved` names
 * of an answer is handed over instead of copied. An error ends the thread.
 */
export function answerInThread<I, A>(
  answer: (input: I) => A | Promise<A>,
  moved: (answered: A) => readonly Transferable[] = () => [],
): void {
  // Of this thread alone, which only Linux knows: the server's loop and its store go before what anybody sends.
  if (process.platform === 'linux') setPriority(THREAD_PRIORITY)
  parentPort?.on('message', async (input: I) => {
    const answered = await answer(input)
    parentPort?.postMessage(answered, moved(answered))
  })
}
