import { install } from './install.mjs'
import { command, isProjectNode, ROOT, runNode } from './project.mjs'

await command(async () => {
  install()
  const args = process.argv.slice(2)
  if (!isProjectNode()) return (await runNode([`${ROOT}demo/setup/suites.mjs`, ...args])).status
  const { runSuites } = await import('./suites.mjs')
  return runSuites(args)
})
