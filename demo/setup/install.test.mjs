import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { install, needsInstall, reasonOf } from './install.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightglass-install-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function project(dependencies, packages = {}) {
  const name = 'bench'
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, dependencies }))
  const lock = { name, lockfileVersion: 3, packages: { '': { name, dependencies }, ...packages } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
}

const PUMP = { version: '1.0.0', integrity: 'sha512-a' }
const VALVE = { version: '2.0.0', integrity: 'sha512-b', optional: true }

function installed(packages, folder = join(root, 'node_modules')) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.package-lock.json'), JSON.stringify({ packages }))
}

test('a fresh clone needs an installation, and a lock file of other packages another', () => {
  project({ pump: '1.0.0' }, { 'node_modules/pump': PUMP })
  expect(needsInstall(root)).toBe(true)
  installed({})
  expect(needsInstall(root)).toBe(true)
  installed({ 'node_modules/pump': PUMP })
  expect(needsInstall(root)).toBe(false)
  project({ pump: '1.0.1' }, { 'node_modules/pump': { version: '1.0.1', integrity: 'sha512-c' } })
  expect(needsInstall(root)).toBe(true)
})

test('a lock file that was only written again needs no installation', () => {
  project({ pump: '1.0.0' }, { 'node_modules/pump': PUMP })
  installed({ 'node_modules/pump': PUMP })
  const later = Date.now() / 1000 + 60
  utimesSync(join(root, 'package-lock.json'), later, later)
  expect(needsInstall(root)).toBe(false)
})

test('what is for other platforms need not be there', () => {
  project({ pump: '1.0.0' }, { 'node_modules/pump': PUMP, 'node_modules/valve': VALVE })
  installed({ 'node_modules/pump': PUMP })
  expect(needsInstall(root)).toBe(false)
})

test('linked packages are used when they fit, and left alone when they do not', () => {
  const others = join(root, 'others')
  installed({ 'node_modules/pump': PUMP }, others)
  writeFileSync(join(others, 'kept'), '')
  symlinkSync(others, join(root, 'node_modules'))
  project({ pump: '1.0.0' }, { 'node_modules/pump': PUMP })
  expect(() => install(root)).not.toThrow()
  project({}, { 'node_modules/absent': { version: '1.0.0' } })
  expect(() => install(root)).toThrow(
    'node_modules is a link to packages that do not fit package-lock.json: remove the link and run this again.',
  )
  expect(existsSync(join(others, 'kept'))).toBe(true)
})

test('an unreachable registry is reported in one sentence', () => {
  project(
    { absent: '1.0.0' },
    { 'node_modules/absent': { version: '1.0.0', resolved: 'http://127.0.0.1:9/absent/-/absent-1.0.0.tgz' } },
  )
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  vi.stubEnv('npm_config_fetch_retries', '0')
  vi.stubEnv('npm_config_cache', join(root, 'cache'))
  expect(() => install(root)).toThrow(/^The npm registry cannot be reached: [^.]+, and run this again\.$/)
})

test('a lock file that does not fit is reported in one sentence', () => {
  project({})
  mkdirSync(join(root, 'pump'))
  writeFileSync(join(root, 'pump/package.json'), '{"name":"pump","version":"1.0.0"}')
  writeFileSync(join(root, 'package.json'), '{"name":"bench","dependencies":{"pump":"file:./pump"}}')
  expect(() => install(root)).toThrow('package-lock.json does not fit package.json: run `npm install` once.')
})

test('a machine without npm is reported in one sentence', () => {
  project({})
  vi.stubEnv('npm_execpath', '')
  vi.stubEnv('PATH', root)
  expect(() => install(root)).toThrow('npm was not found: install Node 20 or newer together with npm.')
})

test.each([
  ['npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write', /^The disk is full: .*\.$/],
  ['npm ERR! code EACCES', /^The project folder cannot be written to: .*\.$/],
  ['npm error code E404\nnpm error 404 Not Found - GET https://example.test/x', /^npm ci failed: 404 Not Found.*\.$/],
  ['', 'npm ci failed: it gave no reason.'],
])('npm saying %j is reported in one sentence', (output, sentence) => {
  expect(reasonOf(output)).toMatch(sentence)
})
