import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDurable } from './durable-fs.ts'

test('a new database appears whole: an interrupted first start begins again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sightglass-new-'))
  const unfinished = join(dir, 'database.new')
  try {
    const first = await openDurable(unfinished)
    await first.exec('create table leftover (n int)')
    await first.close()
    rmSync(join(unfinished, 'global'), { recursive: true })
    const pg = await openDurable(join(dir, 'database'))
    expect(
      (await pg.query(`select to_regclass('leftover') as leftover, current_setting('fsync') as fsync`)).rows,
    ).toEqual([{ leftover: null, fsync: 'on' }])
    await pg.close()
    expect(readdirSync(dir)).toEqual(['database'])
    expect(existsSync(unfinished)).toBe(false)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

test('compiled WebAssembly of the store is never freed, which ends the process by chance', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sightglass-code-'))
  const program = `
    const { openDurable } = await import(${JSON.stringify(new URL('./durable-fs.ts', import.meta.url).href)})
    const pg = await openDurable(${JSON.stringify(join(dir, 'database'))})
    await pg.exec('create table t (n int)')
    await pg.close()
    console.log('closed')`
  try {
    const args = ['--trace-wasm-code-gc', '--input-type=module', '-e', program]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('closed\n')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
