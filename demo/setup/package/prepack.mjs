import { join } from 'node:path'
import { build } from '../build.mjs'
import { install } from '../install.mjs'
import { command, Refusal, ROOT, runNode } from '../project.mjs'

/** What `npm pack` packs: the artefacts of the build, and the kit as apps bundle it. */
await command(async () => {
  install()
  await build()
  const bundle = join(ROOT, 'demo/setup/package/kit.ts')
  const { status, output } = await runNode([bundle], { output: 'pipe', env: { NODE_ENV: 'production' } })
  if (status === 0) return
  console.error(output.trim())
  throw new Refusal('The package could not be built: mend what is said above and run this again.')
})
