import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findBrowser } from './browser.mjs'
import { Interrupted } from './project.mjs'
import { closingLine, runLanes, runSuites, SUITES, summarize } from './suites.mjs'

afterEach(() => vi.unstubAllEnvs())

test('the closing line counts, and names skipped tests only when there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('a suite that ran no tests has failed', () => {
  expect(summarize({ status: 0, report: { passed: 0, failed: 0, skipped: 0, red: [] } }).failed).toBe(1)
  expect(summarize({ status: 0, report: { passed: 0, failed: 0, skipped: 4, red: [] } }).failed).toBe(1)
})

test('a runner that broke has failed, whatever it counted before', () => {
  expect(summarize({ status: 1, report: null }).failed).toBe(1)
  expect(summarize({ status: 1, report: { passed: 9, failed: 0, skipped: 0, red: [] } })).toMatchObject({
    passed: 9,
    failed: 1,
  })
  expect(summarize({ status: 1, report: { passed: 9, failed: 2, skipped: 0, red: ['a', 'b'] } })).toMatchObject({
    passed: 9,
    failed: 2,
  })
})

test('the unit suite leaves long files out, unless all tests are asked for', () => {
  vi.stubEnv('TESTS', undefined)
  expect(SUITES.unit.env().TESTS).toBe('quick')
  vi.stubEnv('TESTS', 'all')
  expect(SUITES.unit.env().TESTS).toBe('all')
})

test('an unknown suite is reported in one sentence', async () => {
  await expect(runSuites(['units'])).rejects.toThrow(
    'There is no suite "units": choose unit, elements, journeys, budgets, changed',
  )
})

test('a CHROME_PATH that does not start is reported in one sentence', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome')
  await expect(findBrowser()).rejects.toThrow(/^CHROME_PATH is \/nowhere\/chrome, which does not start: .*\.$/)
})

test('Ctrl-C ends the suites that run, which end in their own time, and begins no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-suites-'))
  const done = (what) => existsSync(join(folder, what))
  const suite = (name) => ({
    args: () => {
      const write = (what) => `require('fs').writeFileSync(${JSON.stringify(join(folder, what))}, '')`
      const end = `{ ${write(`${name} ended`)}; process.exit(1) }`
      return ['-e', `process.on('SIGINT', () => ${end}); setInterval(() => {}, 1000); ${write(`${name} began`)}`]
    },
    read: () => null,
  })
  const names = ['unit', 'journeys', 'budgets']
  const suites = Object.fromEntries(names.map((name) => [name, suite(name)]))
  const ran = expect(runLanes(names, suites)).rejects.toThrow(Interrupted)
  await vi.waitFor(() => expect(done('unit began') && done('journeys began')).toBe(true))
  process.emit('SIGINT', 'SIGINT')
  await ran
  expect(['unit ended', 'journeys ended', 'budgets began'].map(done)).toEqual([true, true, false])
  rmSync(folder, { recursive: true, force: true })
})
