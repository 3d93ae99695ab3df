import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// A project of its own with our start script, a page to build, and a server that says what it does.
const SERVER = `
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const alive = setInterval(() => {}, 1000)
function stop() {
  console.log('stopped')
  clearInterval(alive)
}
console.log('serving', process.pid, process.argv.slice(2).join(' '))
`
const CONFIG = `export default { root: import.meta.dirname, build: { rolldownOptions: { input: 'host/index.html' } } }`

let root
let otherNode
const running = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sightglass-start-'))
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'demo/setup'), { recursive: true })
  for (const folder of ['demo/server', 'demo/portals', 'host']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'demo/server/main.ts'), SERVER)
  writeFileSync(join(root, 'host/index.html'), '<!doctype html><title>console</title>')
  writeFileSync(join(root, 'vite.config.ts'), CONFIG)
  writeFileSync(
    join(root, 'demo/portals/vite.config.ts'),
    CONFIG.replace('import.meta.dirname', "import.meta.dirname + '/../..'"),
  )
  // This project has no elements.
  for (const step of ['package/classic.ts', 'surface/write.ts']) writeFileSync(join(root, 'demo/setup', step), '')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'))
  otherNode = join(root, 'other-node')
  copyFileSync(process.execPath, otherNode, constants.COPYFILE_FICLONE)
})

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

function start(node, ...args) {
  const child = spawn(node, ['demo/setup/start.mjs', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output.text += chunk
    })
  }
  return { child, output, closed: once(child, 'close') }
}

const saying = (output, words) => vi.waitFor(() => expect(output.text).toContain(words))

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('help is printed by the server, and nothing is built for it', async () => {
  const { child, output } = start(process.execPath, '--help')
  await saying(output, '--help')
  child.kill('SIGTERM')
  expect(output.text).toMatch(/^serving \d+ --help$/m)
  expect(output.text).not.toContain('Building')
})

test('the console is built at the first start and not at the second', async () => {
  const first = start(process.execPath)
  await saying(first.output, 'serving')
  expect(first.output.text).toContain('Building the console')
  first.child.kill('SIGINT')
  expect(await first.closed).toEqual([0, null])

  const second = start(process.execPath)
  await saying(second.output, 'serving')
  expect(second.output.text).not.toContain('Building')
  second.child.kill('SIGINT')
  expect(await second.closed).toEqual([0, null])
})

test('another Node runs the start, where Ctrl-C stops the server once and the status is 0', async () => {
  const { child, output, closed } = start(otherNode)
  await saying(output, 'serving')
  const server = Number(/serving (\d+)/.exec(output.text)?.[1])
  expect(server).not.toBe(child.pid)
  child.kill('SIGINT')
  expect(await closed).toEqual([0, null])
  expect(output.text.match(/stopped/g)).toHaveLength(1)
  expect(isAlive(server)).toBe(false)
})

test('a server started under another Node does not outlive a start that was killed', async () => {
  const { child, output } = start(otherNode)
  await saying(output, 'serving')
  const server = Number(/serving (\d+)/.exec(output.text)?.[1])
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(server)).toBe(false))
})

test('a build that fails says so in its last line', async () => {
  writeFileSync(join(root, 'host/index.html'), '<script type="module" src="./absent.ts"></script>')
  const { output, closed } = start(process.execPath)
  expect(await closed).toEqual([1, null])
  expect(output.text.trimEnd()).toMatch(/\nThe build failed: [^\n]+\.$/)
})
