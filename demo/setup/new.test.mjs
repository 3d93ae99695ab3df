import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
let root
/** The compiler reads the whole project, also where other tests run beside it. */
const COMPILER_MS = 300_000

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sightglass-new-'))
  mkdirSync(join(root, 'demo'))
  mkdirSync(join(root, 'tests'))
  const parts = ['core', 'elements', 'demo/setup', 'tests/vitest.config.ts', 'tests/patience.ts']
  for (const path of [...parts, 'tsconfig.json', 'biome.json', 'vite.config.ts', 'package.json', '.gitignore']) {
    cpSync(join(HERE, path), join(root, path), { recursive: true })
  }
  symlinkSync(join(HERE, 'node_modules'), join(root, 'node_modules'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (script, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const make = (...args) => run('demo/setup/new.ts', ...args)

test(
  'a new screen, a new leaf and a new kind of control type-check and pass lint as written',
  () => {
    expect(make('screen', 'zz-screen')).toMatchObject({ status: 0 })
    expect(make('leaf', 'zz-leaf')).toMatchObject({ status: 0 })
    expect(make('control', 'zz-control')).toMatchObject({ status: 0 })
    const types = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.').output
    expect(types.split('\n').filter((line) => /zz-(screen|leaf|control)/.test(line))).toEqual([])
    const biome = [
      'check',
      '--vcs-enabled=false',
      '--error-on-warnings',
      'elements/screens/zz-screen',
      'elements/live/zz-leaf.ts',
      'elements/canvas/controls/zz-control',
    ]
    expect(run('node_modules/@biomejs/biome/bin/biome', ...biome)).toMatchObject({ status: 0 })
  },
  COMPILER_MS,
)

test(
  'a new kind of control passes what every kind passes',
  () => {
    make('control', 'zz-kind')
    const { status, output } = run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/vitest.config.ts',
      'elements/canvas/controls/property-fields.test.ts',
    )
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringMatching(/[1-9]\d* passed/) })
  },
  COMPILER_MS,
)

test('what is there already is left alone, and one sentence says so', () => {
  make('screen', 'zz-twice')
  expect(make('screen', 'zz-twice')).toEqual({
    status: 1,
    output: 'elements/screens/zz-twice/ZzTwice.tsx is there already: choose another name.\n',
  })
})

test.each([
  [[], /^Say what and its name, like: .*\.\n$/],
  [['toString', 'x'], /^Say what and its name, like: .*\.\n$/],
  [['screen', '../x'], /^The name is kebab-case, like flow-card\.\n$/],
  [['screen', 'FlowCard'], /^The name is kebab-case, like flow-card\.\n$/],
])('%j is reported in one sentence', (args, sentence) => {
  const { status, output } = make(...args)
  expect(status).toBe(1)
  expect(output).toMatch(sentence)
})
