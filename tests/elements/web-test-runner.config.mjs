import { globSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { chromeLauncher } from '@web/test-runner-chrome'
import { build } from 'vite'
import { cssSheet, fetchFirst } from '../../vite.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = await mkdtemp(join(tmpdir(), 'sightglass-elements-'))
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
const entry = (file) => [basename(file).replace(/\.tsx?$/, ''), join(root, file)]

// Built as pages get it, so that what is tested is what is embedded; the runner itself knows no TypeScript.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  base: './',
  plugins: [cssSheet(), fetchFirst(), optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] })],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(globSync('tests/elements/*.{test.ts,test.tsx,page.tsx}', { cwd: root }).map(entry)),
      external: [/^\/__web-dev-server__/],
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})

/** What a host page may send; the page under it is `gallery.page.tsx` alone. */
const POLICIES = {
  none: null,
  strict: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'",
  trusted:
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><script src="/violations.js"></script>
<script type="module" src="/gallery.page.js"></script><body></body></html>`
const VIOLATIONS = `window.violations = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.sourceFile + ':' + event.lineNumber + ' ' + event.sample))`

let isRefusing = false
let refused = 0
/** `/refuse`: from now on no chunk comes. `/refused` says how many were asked for since then or the last such question. */
async function refuse(context, next) {
  if (context.path === '/refuse' || context.path === '/serve') {
    isRefusing = context.path === '/refuse'
    // The chunks of the files before are kept by the browser: the runner lets it keep any reply for a year.
    context.set('clear-site-data', '"cache"')
    context.body = 'ok'
  } else if (context.path === '/refused') {
    context.body = String(refused)
    refused = 0
  } else if (isRefusing && context.path.startsWith('/chunks/')) {
    refused += 1
    // Past the runner, which would let it be kept too.
    context.respond = false
    context.res.writeHead(503, { 'cache-control': 'no-store' }).end()
  } else {
    await next()
  }
}

export default {
  rootDir: outDir,
  files: join(outDir, '*.test.js'),
  concurrency: 1,
  port: Number(process.env.ELEMENTS_PORT ?? 0) || undefined,
  testFramework: { config: { timeout: 15_000 } },
  browserLogs: process.env.BROWSER_LOGS === '1',
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      },
    }),
  ],
  middleware: [
    async (context, next) => {
      const policy = context.path.match(/^\/host-page\/(\w+)$/)?.[1]
      if (policy && policy in POLICIES) {
        if (POLICIES[policy]) context.set('Content-Security-Policy', POLICIES[policy])
        context.type = 'html'
        context.body = PAGE
        return
      }
      if (context.path === '/violations.js') {
        context.type = 'js'
        context.body = VIOLATIONS
        return
      }
      await next()
    },
    refuse,
  ],
}
