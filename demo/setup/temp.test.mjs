import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'

const PROGRAM = `
  const { keepTempInMemory } = await import('${new URL('temp.mjs', import.meta.url)}')
  const { mkdtempSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  keepTempInMemory()
  console.log(mkdtempSync(tmpdir() + '/made-'))
`
const madeBy = (TMPDIR = '') =>
  execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { env: { TMPDIR }, encoding: 'utf8' }).trim()

test.runIf(existsSync('/dev/shm'))(
  'temporary files in memory go with the process that made them, and those of one that was killed with the next',
  () => {
    // No process has the largest number.
    const left = '/dev/shm/sightglass-4194305'
    mkdirSync(left, { recursive: true })
    const made = madeBy()
    expect(existsSync(made)).toBe(!made.startsWith('/dev/shm/'))
    expect(existsSync(left)).toBe(!made.startsWith('/dev/shm/'))
  },
)

test('temporary files stay in the folder that the environment names', () => {
  const folder = process.env.TMPDIR ?? '/tmp'
  const made = madeBy(folder)
  expect(made).toMatch(`${folder}/made-`)
  rmSync(made, { recursive: true })
})
