import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readControlCatalogue } from './control-catalogue.ts'
import { cssDataOf, htmlDataOf, webTypesOf } from './editors.ts'
import { llmsOf } from './llms.ts'
import { manifestOf } from './manifest.ts'
import { readSurface } from './read-surface.ts'
import { reportOf } from './report.ts'
import { byEntry, type Surface } from './surface.ts'
import { coreTypes, elementsTypes, entryTypes, loaderTypes } from './typings.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const REPORT = 'elements/surface.md'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The function that signs a token, without the lines that try it. */
function snippet(): string {
  const text = readFileSync(join(ROOT, 'demo/portals/snippets/guest-token.mjs'), 'utf8')
  const signing = text.slice(0, text.indexOf('\n// node guest-token.mjs')).trim()
  return signing.replace(/^import .* from 'node:(process|url)'\n/gm, '')
}

/** Every file that is made for developers, by its path in the package. */
export function artefactsOf(surface: Surface): Map<string, string> {
  const files = new Map([
    ['custom-elements.json', json(manifestOf(surface))],
    ['web-types.json', json(webTypesOf(surface))],
    ['vscode.html-custom-data.json', json(htmlDataOf(surface))],
    ['vscode.css-custom-data.json', json(cssDataOf(surface))],
    ['llms.txt', llmsOf(surface, snippet())],
    ['types/core.d.ts', coreTypes(surface)],
    ['types/elements.d.ts', elementsTypes(surface)],
    ['types/sightglass.d.ts', loaderTypes],
  ])
  for (const [entry, elements] of byEntry(surface.elements)) {
    files.set(`types/${entry}.d.ts`, entryTypes(elements))
  }
  // They end in .txt because what they import is not there from where they stand.
  const frameworks = join(import.meta.dirname, 'frameworks')
  for (const name of globSync('*.d.ts.txt', { cwd: frameworks })) {
    files.set(`types/${name.replace(/\.txt$/, '')}`, readFileSync(join(frameworks, name), 'utf8'))
  }
  return files
}

export function writeArtefacts(folder: string, surface: Surface): void {
  rmSync(join(folder, 'types'), { recursive: true, force: true })
  for (const [path, text] of artefactsOf(surface)) writeInto(folder, path, text)
}

function writeInto(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

if (import.meta.main) {
  const surface = readSurface()
  writeArtefacts(join(ROOT, 'dist/package'), surface)
  // The server gives these to whoever has no package.
  for (const name of ['custom-elements.json', 'llms.txt']) {
    copyFileSync(join(ROOT, 'dist/package', name), join(ROOT, 'dist/elements', name))
  }
  writeInto(join(ROOT, 'dist/elements'), 'controls.json', JSON.stringify(await readControlCatalogue()))
  if (process.argv.includes('--report')) writeInto(ROOT, REPORT, reportOf(surface))
}
