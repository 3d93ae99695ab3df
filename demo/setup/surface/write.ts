import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cssDataOf, htmlDataOf, webTypesOf } from './editors.ts'
import { entries } from './entries.ts'
import { llmsOf } from './llms.ts'
import { manifestOf } from './manifest.ts'
import { readSurface } from './read-surface.ts'
import { reportOf } from './report.ts'
import { byEntry, type Surface } from './surface.ts'
import { coreTypes, elementsTypes, entryTypes, loaderTypes } from './typings.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const REPORT = 'elements/surface.md'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Every file that is made for developers, by its path in the package. */
export function artefactsOf(surface: Surface): Map<string, string> {
  const files = new Map([
    ['custom-elements.json', json(manifestOf(surface))],
    ['web-types.json', json(webTypesOf(surface))],
    ['vscode.html-custom-data.json', json(htmlDataOf(surface))],
    ['vscode.css-custom-data.json', json(cssDataOf(surface))],
    ['llms.txt', llmsOf(surface)],
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

/** Writes them into a folder, and the report into the source where that is asked for. */
function write(folder: string, isReported: boolean): void {
  const surface = readSurface(entries())
  rmSync(join(folder, 'types'), { recursive: true, force: true })
  for (const [path, text] of artefactsOf(surface)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (isReported) writeFileSync(join(ROOT, REPORT), reportOf(surface))
}

if (import.meta.main) write(join(ROOT, 'dist/package'), process.argv.includes('--report'))
