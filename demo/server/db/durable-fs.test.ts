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
