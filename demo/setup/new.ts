import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SKELETONS = join(ROOT, 'demo/setup/skeletons')

/** Where each kind of thing is written. */
const FOLDERS: Readonly<Record<string, (name: string) => string>> = {
  screen: (name) => `elements/screens/${name}`,
  leaf: () => 'elements/live',
  control: (name) => `elements/canvas/controls/${name}`,
}

/** Writes a working skeleton and gives its files, or one sentence that says why not. */
function write(kind: string, name: string): string[] | string {
  const folder = Object.hasOwn(FOLDERS, kind) ? FOLDERS[kind] : undefined
  if (!folder) return `Say what and its name, like: npm run new screen flow-card (${Object.keys(FOLDERS).join(', ')}).`
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'The name is kebab-case, like flow-card.'
  const pascal = name.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())
  const named = (text: string) =>
    text
      .replaceAll('__kebab__', name)
      .replaceAll('__Pascal__', pascal)
      .replaceAll('__words__', name.replaceAll('-', ' '))
  // They end in .txt because what they import is not there from where they stand.
  const files = readdirSync(join(SKELETONS, kind))
    .sort()
    .map((file) => ({
      path: `${folder(name)}/${named(file.replace(/\.txt$/, ''))}`,
      text: named(readFileSync(join(SKELETONS, kind, file), 'utf8')),
    }))
  const taken = files.find(({ path }) => existsSync(join(ROOT, path)))
  if (taken) return `${taken.path} is there already: choose another name.`
  for (const { path, text } of files) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
  return files.map(({ path }) => path)
}

const [kind = '', name = ''] = process.argv.slice(2)
const written = write(kind, name)
if (typeof written === 'string') {
  console.error(written)
  process.exitCode = 1
} else {
  console.log(`Written:\n${written.map((path) => `  ${path}`).join('\n')}`)
  if (kind === 'leaf') console.log('Export it from elements/live/index.ts, and name it in elements/define/loader.ts.')
  if (kind === 'screen') console.log('Give it its row in core/catalogue: `tag` and `built: true` on its route.')
}
