import { build } from './build.mjs'
import { command } from './project.mjs'

/** Builds, then becomes the server. Needs the project's own Node. */
export async function serve() {
  // When started by another Node, our end is its end, however it came.
  if (process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel.unref()
  }
  // With an argument the server only answers it: --help, or that it is not known.
  const hasArgument = process.argv.length > 2
  if (!hasArgument) await build()
  await import('../server/main.ts')
}

if (import.meta.main) await command(serve)
