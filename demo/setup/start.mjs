import { install } from './install.mjs'
import { command, isProjectNode, ROOT, runNode } from './project.mjs'

await command(async () => {
  install()
  const args = process.argv.slice(2)
  if (!isProjectNode()) return (await runNode([`${ROOT}demo/setup/serve.mjs`, ...args])).status
  const { serve } = await import('./serve.mjs')
  await serve()
})
