import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/** Every path of the console that is no file is its page, as the server does it for the built one. */
const consolePage = {
  name: 'console-page',
  configureServer: (server) => () => {
    server.middlewares.use(async (request, response, next) => {
      if (!request.headers.accept?.includes('text/html')) return next()
      try {
        const page = readFileSync(join(ROOT, 'host/index.html'), 'utf8')
          .replace('<head>', `<head><base href="${basePath}/">`)
          .replace(/(src|href)="\.\//g, '$1="./host/')
          // The build makes a classic script of it, which vite does not serve.
          .replace('<script src="early-theme.js">', '<script type="module" src="./host/early-theme.ts">')
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml('/index.html', page, request.originalUrl))
      } catch (error) {
        next(error)
      }
    })
  },
}

const vite = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  appType: 'custom',
  base: `${basePath}/`,
  plugins: [consolePage],
  server: { port: Number(process.env.DEV_PORT ?? 5173), proxy: { [`^(?!${basePath}(/|$))`]: { target, ws: true } } },
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
