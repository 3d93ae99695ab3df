import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal, ROOT } from './project.mjs'

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Where this branch left `main`: on `main` itself its last commit. */
export function changedSince() {
  try {
    return git('merge-base', 'main', 'HEAD').trim()
  } catch {
    throw new Refusal('What changed is not known: this is no clone with a branch named main.')
  }
}

/** Paths of the files that differ since then, those that git does not know yet among them. */
export const changedFiles = (since) =>
  [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')].flatMap((text) =>
    text.split('\n').filter(Boolean),
  )

/** The elements' tests that are named after a screen, or another folder of `elements`, with a change in it. */
export function elementTestsOf(paths) {
  const names = paths.flatMap((path) => {
    const [, name] =
      /^elements\/screens\/([^/]+)\//.exec(path) ??
      /^elements\/([^/]+)\//.exec(path) ??
      /^tests\/elements\/([^/]+)\.test\.tsx?$/.exec(path) ??
      []
    return name ? [name] : []
  })
  const files = names.flatMap((name) => globSync(`tests/elements/${name}*.test.{ts,tsx}`, { cwd: ROOT }))
  return [...new Set(files.map((file) => basename(file).replace(/\.test\.tsx?$/, '')))].sort()
}
