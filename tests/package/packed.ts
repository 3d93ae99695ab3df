import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSurface } from '../../demo/setup/surface/read-surface.ts'
import { writeArtefacts } from '../../demo/setup/surface/write.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** An app in a folder of its own that has the packed package installed, and nothing else. */
export interface App {
  folder: string
  tarball: Buffer
  /** Of the package's files, below its own folder. */
  files: string[]
  /** Gives the app a package of this project's too, as it is installed here. */
  install(...names: string[]): void
  write(path: string, text: string): string
  remove(): void
}

/** Packs as `npm pack` does, from a copy of what the project has at its top, so that nothing is written into it. */
export async function packedApp(): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-package-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  for (const name of readdirSync(ROOT, { withFileTypes: true })) {
    if (name.isFile()) cpSync(join(ROOT, name.name), join(project, name.name))
  }
  for (const room of ['core', 'elements']) cpSync(join(ROOT, room), join(project, room), { recursive: true })
  const built = join(project, 'dist/package')
  await run(process.execPath, [join(ROOT, 'demo/setup/package/kit.ts'), built], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeArtefacts(built, readSurface())

  await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${folder}`], {
    cwd: project,
    shell: process.platform === 'win32',
  })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const tarball = join(folder, `sightglass-${version}.tgz`)
  const installed = join(folder, 'node_modules/sightglass')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  rmSync(project, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')

  return {
    folder,
    tarball: readFileSync(tarball),
    files: readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) =>
        join(file.parentPath, file.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      ),
    install(...names) {
      for (const name of names) {
        const link = join(folder, 'node_modules', name)
        mkdirSync(dirname(link), { recursive: true })
        symlinkSync(join(ROOT, 'node_modules', name), link)
      }
    },
    write(path, text) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
