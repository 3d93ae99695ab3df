import { expect, test } from 'vitest'
import { DbError } from '../db/db.ts'
import { openLog } from './log.ts'

function openTestLog() {
  const lines: string[] = []
  const out = {
    log: (line: string) => void lines.push(line),
    error: (line: string, ...more: unknown[]) => void lines.push([line, ...more].map(String).join(' ')),
  }
  return { lines, log: openLog('info', out, () => 0) }
}

test('equal errors are logged once, then counted', () => {
  const { lines, log } = openTestLog()
  for (let n = 0; n < 1000; n++) log.error('background work', new DbError('53100', `no room for block ${n}`))
  expect(lines).toEqual(['background work: DbError: no room for block 0'])
  log.close()
  expect(lines.slice(1)).toEqual(['background work: DbError: no room for block 999 (999 more within a minute)'])
})

test('different errors are each logged', () => {
  const { lines, log } = openTestLog()
  log.error('job history', new Error('one'))
  log.error('job history', new Error('another'))
  log.error('closing', new Error('one'))
  log.close()
  expect(lines).toEqual(['job history: Error: one', 'job history: Error: another', 'closing: Error: one'])
})

test('an error log is no longer than its number of causes, however many pages fail', () => {
  const { lines, log } = openTestLog()
  for (let n = 0; n < 100_000; n++) log.error(`GET /dev/${n % 3} failed`, new Error(`no answer within ${n} ms`))
  log.close()
  expect(lines).toHaveLength(2)
})
