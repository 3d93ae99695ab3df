import { parentPort, type Transferable } from 'node:worker_threads'

/**
 * The program of a thread that `runLimited` starts: answers each input that it is sent, one at a time. What `moved` names
 * of an answer is handed over instead of copied. An error ends the thread.
 */
export function answerInThread<I, A>(
  answer: (input: I) => A | Promise<A>,
  moved: (answered: A) => readonly Transferable[] = () => [],
): void {
  parentPort?.on('message', async (input: I) => {
    const answered = await answer(input)
    parentPort?.postMessage(answered, moved(answered))
  })
}
