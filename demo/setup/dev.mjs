import { install } from './install.mjs'
import { command, isProjectNode, ROOT, runNode } from './project.mjs'

await command(async () => {
  install()
  if (!isProjectNode()) return (await runNode([`${ROOT}demo/setup/dev-server.mjs`])).status
  await import('./dev-server.mjs')
})
