import { createHook } from 'node:async_hooks'
import { argon2Sync, randomBytes } from 'node:crypto'

/** A password as the server stores it, at the least cost: verifying reads the cost from the hash. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const [salt, text] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${text}`
}

/** How many passwords are hashed for an answer, as Node counts them: a hash takes nearly all the time of a sign-in. */
export async function hashesIn<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; hashes: number }> {
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  try {
    const answer = await work()
    return { answer, hashes }
  } finally {
    hook.disable()
  }
}
