import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT } from './project.mjs'

// The console with hot reload; all else is the server's, which starts again when its files change.
const port = process.env.PORT ?? '8080'
const basePath = process.env.BASE_PATH ?? '/console'
const target = `http://127.0.0.1:${port}`

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'demo/server/main.ts'], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
})

const vite = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  base: `${basePath}/`,
  server: { proxy: { [`^(?!${basePath}(/|$))`]: { target, ws: true } } },
})
await vite.listen()
vite.printUrls()

async function stop() {
  api.kill('SIGTERM')
  await vite.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
api.once('exit', () => vite.close())
