import { expect, test } from 'vitest'
import type { LiveDevice } from '../fleet/fleet.ts'
import { openIngestRates } from './ingest-rates.ts'
import type { RegisteredSender } from './senders.ts'

const device = (key: string, is_virtual: boolean) =>
  ({ key, device: { tenant_id: 1, is_virtual } as LiveDevice }) as RegisteredSender
const isCurrent = () => true
const VIRTUAL = device('V1', true)
const OTHER = device('D1', false)
const RATES = { ofDevice: 1024 * 1024, ofTenant: 1024 * 1024 }
const MINUTE_BYTES = 60 * RATES.ofTenant

test('what virtual devices work out at once does not keep messages of other devices waiting until all of it is paid', async () => {
  const rates = openIngestRates(RATES, isCurrent)
  expect(rates.passes(VIRTUAL, MINUTE_BYTES)).toBe(true)
  let isPaid = false
  const works = [1, 2].map(() =>
    rates.turn(VIRTUAL, MINUTE_BYTES).then(
      () => {
        isPaid = true
      },
      () => {},
    ),
  )
  expect(rates.passes(OTHER, 20)).toBe(false)
  expect(await rates.turn(OTHER, 20)).toBe(true)
  expect(isPaid).toBe(false)
  rates.close()
  await Promise.all(works)
})

test('what virtual devices work out waits for what others of them have waiting', async () => {
  const rates = openIngestRates(RATES, isCurrent)
  expect(rates.passes(VIRTUAL, MINUTE_BYTES)).toBe(true)
  const order: number[] = []
  const works = [40_000, 16].map((bytes, i) => rates.turn(VIRTUAL, bytes).then(() => order.push(i)))
  await rates.turn(OTHER, 20)
  expect(rates.passes(VIRTUAL, 16)).toBe(false)
  await Promise.all(works)
  expect(order).toEqual([0, 1])
  rates.close()
})
