import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { holderOfToken } from './wrong-tokens.ts'

const still = () => 0
const TOO_OFTEN = new ApiError('100019', { status: 429, wait_s: expect.any(Number) as never })

/** Looks up tokens at once, of which each says where it comes from; what becomes of them, and how many were looked up. */
async function atOnce(tokens: readonly { from: string; isRight: boolean }[], budgets = openBudgets(1, still)) {
  let looked = 0
  const ends = await Promise.allSettled(
    tokens.map(({ from, isRight }) =>
      holderOfToken(budgets, from, async () => {
        looked += 1
        await new Promise((resolve) => setImmediate(resolve))
        return isRight ? 'holder' : null
      }),
    ),
  )
  const found = ends.filter((end) => end.status === 'fulfilled' && end.value === 'holder').length
  const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason)
  return { found, refused, looked }
}

const many = (count: number, isRight: boolean, from = (_n: number) => '192.0.2.7') =>
  Array.from({ length: count }, (_, n) => ({ from: from(n), isRight }))

test('right tokens of one network that come at once are all found, however many wrong ones it may bring', async () => {
  const { most } = RATES.wrongTokens
  expect(await atOnce(many(3 * most, true))).toEqual({ found: 3 * most, refused: [], looked: 3 * most })
})

test('right tokens of all networks of a site that come at once are all found', async () => {
  const count = 2 * RATES.wrongTokensOfSite.most
  const { found } = await atOnce(many(count, true, (n) => `2001:db8:1:${n % 10}::/64`))
  expect(found).toBe(count)
})

test('wrong tokens that come at once are looked up as few times as those that come one after the other', async () => {
  const { most } = RATES.wrongTokens
  const { found, refused, looked } = await atOnce(many(3 * most, false))
  expect({ found, looked }).toEqual({ found: 0, looked: most })
  expect(refused).toEqual(Array(2 * most).fill(TOO_OFTEN))
})

test('right tokens among wrong ones are found until the wrong ones have used up what there is', async () => {
  const { most } = RATES.wrongTokens
  const budgets = openBudgets(1, still)
  const mixed = [...many(most - 1, false), ...many(100, true)]
  expect((await atOnce(mixed, budgets)).found).toBe(100)
  expect(await atOnce([...many(1, false), ...many(1, true)], budgets)).toMatchObject({ refused: [TOO_OFTEN] })
})

test('a store that is away uses up nothing', async () => {
  const budgets = openBudgets(1, still)
  const away = new Error('the store is away')
  for (let n = 0; n < 2 * RATES.wrongTokens.most; n++)
    await expect(holderOfToken(budgets, '192.0.2.7', () => Promise.reject(away))).rejects.toBe(away)
  expect((await atOnce(many(1, true), budgets)).found).toBe(1)
})
