import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { chromium } from 'playwright'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, parseAst } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserArgs } from '../../demo/setup/browser.mjs'
import { type App, packedApp, ROOT } from './packed.ts'

let app: App
beforeAll(async () => {
  app = await packedApp()
  app.install('react', '@types/react', 'csstype', 'vue', 'svelte', 'solid-js', '@angular/core', 'rxjs', 'nanostores')
})
afterAll(() => app?.remove())

const packed = (path: string) => readFileSync(join(app.folder, 'node_modules/sightglass', path), 'utf8')
const packageFile = () => JSON.parse(packed('package.json'))

test('the package holds what is built, its licence and its description, and nothing else', () => {
  const others = app.files.filter((path) => !/^dist\/package\/(elements|types)\/[\w./-]+\.(js|d\.ts|svg)$/.test(path))
  expect(others.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/package/custom-elements.json',
    'dist/package/llms.txt',
    'dist/package/vscode.css-custom-data.json',
    'dist/package/vscode.html-custom-data.json',
    'dist/package/web-types.json',
    'package.json',
  ])
})

test('an app that has the package needs no other', () => {
  const { dependencies, peerDependencies, optionalDependencies } = packageFile()
  expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined])
  const imports = app.files
    .filter((path) => path.endsWith('.js') && !path.endsWith('.iife.js'))
    .flatMap((path) => {
      const text = packed(path)
      const statics = parseAst(text).body.flatMap((node) =>
        'source' in node && node.source ? [node.source.value] : [],
      )
      return [...statics, ...Array.from(text.matchAll(/\bimport\((["'`])(.+?)\1\)/g), ([, , name = '']) => name)]
    })
  expect(imports.length).toBeGreaterThan(50)
  expect(imports.filter((name) => !/^\.\.?\//.test(name))).toEqual([])
})

test('publint has nothing to say', async () => {
  const pkgDir = join(app.folder, 'node_modules/sightglass')
  const { messages, pkg } = await publint({ pkgDir, pack: false })
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
})

test('types of the package are right wherever ES modules are resolved', async () => {
  const screens = app.files.flatMap((path) => /elements\/(sg-[\w-]+)\.js$/.exec(path)?.[1] ?? [])
  expect(screens).toContain('sg-device-monitor')
  const found = await checkPackage(createPackageFromTarballData(app.tarball), {
    entrypoints: ['.', 'core', 'live', ...screens, 'types', 'react', 'vue', 'svelte', 'solid', 'custom-elements.json'],
  })
  expect(found.types).toBeTruthy()
  // The package is ES modules only: neither `require` nor a resolver without `exports` is promised anything.
  const isPromised = (problem: object) =>
    !('resolutionKind' in problem) || !/^node(10|16-cjs)$/.test(String(problem.resolutionKind))
  expect('problems' in found && found.problems.filter(isPromised)).toEqual([])
})

const TYPINGS = join(import.meta.dirname, 'typings')

/** What the compiler has against a file of the app. */
function complaints(folder: string, name: string, text: string): string {
  app.write(`${folder}/${name}`, text)
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
    jsxImportSource: folder === 'solid' ? 'solid-js' : 'react',
    strict: true,
    experimentalDecorators: true,
    noEmit: true,
    types: [],
    // Our own declarations are checked where no other package's are.
    skipLibCheck: folder !== 'plain',
  }
  app.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*'] }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', join(app.folder, folder)], { encoding: 'utf8' })
  return stdout || (status === 0 ? '' : `tsc ended with ${status}`)
}

test.each(readdirSync(TYPINGS))('what is written well compiles, and what is wrong does not: %s', (name) => {
  const text = readFileSync(join(TYPINGS, name), 'utf8')
  expect(complaints(name.replace(/\..*$/, ''), name.replace(/\.txt$/, ''), text)).toBe('')
})

test('what the README says to an app compiles', () => {
  const [, text = ''] =
    /```js\n(import 'sightglass[\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  expect(text).toContain('connect(')
  expect(complaints('readme', 'main.ts', text)).toBe('')
})

test('an app has the element that it imports in its own bundle, and any other when the loader sees its tag', async () => {
  app.write('page/index.html', '<!doctype html><title>App</title><script type="module" src="./main.js"></script>')
  app.write(
    'page/main.js',
    [
      `import { connect, $defaultConnection } from 'sightglass/core'`,
      `import 'sightglass/sg-sign-in'`,
      `import 'sightglass'`,
      `$defaultConnection.set(connect({ baseUrl: location.origin }))`,
      `document.body.innerHTML = '<sg-sign-in lang="en"></sg-sign-in><sg-home></sg-home>'`,
    ].join('\n'),
  )
  const outDir = join(app.folder, 'page/dist')
  await build({ root: join(app.folder, 'page'), configFile: false, logLevel: 'error', build: { outDir } })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://app').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': extname(file) === '.js' ? 'text/javascript' : 'text/html' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: browserArgs(),
  })
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.locator('sg-sign-in[data-sg-state=ready] input').first().waitFor()
    await page.waitForFunction(() => customElements.get('sg-home'))
    expect(await page.evaluate(() => customElements.get('sg-device-monitor') === undefined)).toBe(true)
    const { modules } = JSON.parse(packed('dist/package/custom-elements.json'))
    const tags: string[] = modules.flatMap((module: { declarations: { tagName: string }[] }) =>
      module.declarations.map(({ tagName }) => tagName),
    )
    expect(tags).toContain('sg-value')
    await page.evaluate((names) => document.body.append(...names.map((name) => document.createElement(name))), tags)
    await page.waitForFunction((names) => names.every((name) => customElements.get(name)), tags)
    expect(errors).toEqual([])
  } finally {
    await browser.close()
    server.close()
  }
})

test('the package says what it is in the words of editors and catalogues', () => {
  const { customElements, 'web-types': webTypes, version } = packageFile()
  const read = (path: string) => JSON.parse(packed(path))
  expect(read(customElements).schemaVersion).toBe('2.1.0')
  expect(read(webTypes).version).toBe(version)
  const paths = read(customElements).modules.map((module: { path: string }) => module.path)
  expect(paths.filter((path: string) => !app.files.includes(path))).toEqual([])
})
