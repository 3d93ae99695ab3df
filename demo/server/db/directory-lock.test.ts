import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = (dir: string) => lockDirectory(dir, () => {})

test('a data directory is created with its parent folders, and locked once', () => {
  const dir = join(folder, 'plant/north/data')
  const held = lock(dir)
  expect(() => lock(dir)).toThrow(/ is in use by another Sightglass \(process \d+ on .*\): .* set DATA_DIR to another/)
  held.release()
  lock(dir).release()
})

test.skipIf(process.platform === 'win32')('a new data directory is accessible to its owner alone', () => {
  const dir = join(folder, 'plant/data')
  lock(dir).release()
  expect((statSync(dir).mode & 0o777).toString(8)).toBe('700')
})

test('an empty lock file, as after a power cut, is taken over', () => {
  writeFileSync(join(folder, 'lock'), '')
  lock(folder).release()
})

test('a data directory that is a file or below one is refused in one sentence', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => lock(file)).toThrow(`The data directory ${file} is a file: set DATA_DIR to a folder.`)
  expect(() => lock(join(file, 'data'))).toThrow(/ lies below a file: set DATA_DIR to a folder\.$/)
})

test.runIf(process.platform === 'linux')('a data directory that cannot be created is refused in one sentence', () => {
  expect(() => lock('/proc/sightglass')).toThrow(
    'The data directory /proc/sightglass cannot be made: set DATA_DIR to a folder on a disk.',
  )
  expect(() => lock('/proc/sightglass/data')).toThrow(/ cannot be made: set DATA_DIR to a folder on a disk\.$/)
})
