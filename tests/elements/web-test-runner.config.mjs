import { randomUUID } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { chromeLauncher } from '@web/test-runner-chrome'
import { build } from 'vite'
import { browserArgs } from '../../demo/setup/browser.mjs'
import vite from '../../vite.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = await mkdtemp(join(tmpdir(), 'sightglass-elements-'))
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
// ELEMENTS_FILES='{kit,csp}' and ELEMENTS_PAGES=strict,trusted run a part.
const files = globSync(`tests/elements/${process.env.ELEMENTS_FILES ?? '*'}.test.{ts,tsx}`, { cwd: root }).sort()
const entry = (file) => [basename(file).replace(/\.tsx?$/, ''), join(root, file)]

// Built as pages get it, so that what is tested is what is embedded; the runner itself knows no TypeScript.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  base: './',
  plugins: [...vite.plugins, svelte({ configFile: false })],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    cssTarget: vite.build.cssTarget,
    minify: false,
    // What makes styles smaller also writes some anew for older browsers.
    cssMinify: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries([...files, ...globSync('tests/elements/*.page.tsx', { cwd: root })].map(entry)),
      external: [/^\/__web-dev-server__/],
      onLog: vite.build.rolldownOptions.onLog,
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})

const OWN =
  "default-src 'none'; script-src 'self' 'nonce-NONCE'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'"

/**
 * The strictest page. `sightglass` is the one Trusted Types policy that the kit names, in its leaves; `test-page` is what
 * the tests themselves write markup with.
 */
const TRUSTED = `${OWN}; require-trusted-types-for 'script'; trusted-types sightglass test-page`

/** What depends on the page: on its policy, on how it loads, on a secure context. */
const PAGE_FILES = [
  ...['alarm-feed-sound', 'connection', 'controls-media', 'csp', 'define', 'foreign-scripts', 'frameworks'],
  ...['loader', 'lost-chunk', 'trusted-types'],
]

/**
 * What a policy bears on that does not refuse texts, and a secure context without any: the strictest page is a secure
 * context too, and plain HTTP has no policy, so between them they have seen each of both.
 */
const STRICT_FILES = ['csp', 'frameworks']
const NONE_FILES = ['csp']

/** With TESTS=all, as `npm run verify` sets it, every file runs on every page, and every state of axe in every look. */
const isAll = process.env.TESTS === 'all'
const everyFile = () => true
const filesOf = (names) => (isAll ? everyFile : (file) => names.includes(entry(file)[0].replace('.test', '')))
const half = (rest) => (isAll ? everyFile : (_, at) => at % 2 === rest)

/**
 * What the suite's page is served with, each in a browser of its own that knows the page under this host. A page that
 * allows less finds what the others find: without TESTS=all, the strictest has all files, in two browsers at a time.
 */
const PAGES = {
  trusted: { host: 'trusted.localhost', policy: TRUSTED, runs: half(0) },
  ...(!isAll && { 'trusted, second half': { host: 'trusted.second.localhost', policy: TRUSTED, runs: half(1) } }),
  none: { host: 'none.localhost', policy: null, runs: filesOf(NONE_FILES) },
  strict: { host: 'strict.localhost', policy: OWN, runs: filesOf(STRICT_FILES) },
  // Not localhost, so not a secure context either.
  'plain http': { host: 'portal.test', policy: null, runs: filesOf(PAGE_FILES) },
}
const pageOf = ({ hostname }) => Object.values(PAGES).find(({ host }) => host === hostname)

/**
 * Runs before anything else on the page. That sizes are told in the next frame is no error, though the browser reports it
 * as one: the positions of overlays follow their triggers so.
 */
const COMPLAINTS = `window.complaints = []
addEventListener('error', (event) => {
  if (!event.message?.startsWith('ResizeObserver loop completed')) return
  event.stopImmediatePropagation()
  event.preventDefault()
}, true)
for (const type of ['error', 'warn']) {
  const original = console[type]
  console[type] = (...args) => {
    complaints.push('console.' + type + ' ' + args.map(String).join(' '))
    original.apply(console, args)
  }
}
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
  complaints.push([violatedDirective, blockedURI, sourceFile + ':' + lineNumber, sample].join(' ')))`

/** The runner's own scripts within its page are let through by their nonce; nothing else has one. */
async function servePage(context, next) {
  if (context.path === '/complaints.js') {
    context.type = 'js'
    context.body = COMPLAINTS
    return
  }
  await next()
  const policy = pageOf(context)?.policy
  if (context.path !== '/' || !policy) return
  const nonce = randomUUID()
  context.set('Content-Security-Policy', policy.replace('NONCE', nonce))
  context.body = context.body.replaceAll('<script type="module">', `<script type="module" nonce="${nonce}">`)
}

/** How many chunks were asked for in vain, by the host of the page that is to get none. */
const refused = new Map()
/** `/refuse`: from now on no chunk comes. `/refused` says how many were asked for since then or the last such question. */
async function refuse(context, next) {
  const { hostname, path } = context
  const count = refused.get(hostname)
  if (path === '/refuse' || path === '/serve') {
    if (path === '/refuse') refused.set(hostname, 0)
    else refused.delete(hostname)
    // The chunks of the files before are kept by the browser: the runner lets it keep any reply for a year.
    const browser = await pageOf(context).tab.createCDPSession()
    await browser.send('Network.clearBrowserCache')
    await browser.detach()
    context.body = 'ok'
  } else if (path === '/refused') {
    if (count !== undefined) refused.set(hostname, 0)
    context.body = String(count ?? 0)
  } else if (count !== undefined && path.startsWith('/chunks/')) {
    refused.set(hostname, count + 1)
    // Past the runner, which would let it be kept too.
    context.respond = false
    context.res.writeHead(503, { 'cache-control': 'no-store' }).end()
  } else {
    await next()
  }
}

/** One for each window: what a session has set of its media is lost when it is detached. */
const sessions = new WeakMap()
async function sessionOf(tab) {
  if (!sessions.has(tab)) sessions.set(tab, await tab.createCDPSession())
  return sessions.get(tab)
}

/** `/painted?x=…&y=…&width=…&height=…` is a picture of that part of the page's window, `/media?forced-colors=active` sets what it prefers. */
async function controlBrowser(context, next) {
  if (context.path !== '/painted' && context.path !== '/media') return next()
  const browser = await sessionOf(pageOf(context).tab)
  if (context.path === '/painted') {
    const clip = Object.fromEntries(Object.entries(context.query).map(([name, value]) => [name, Number(value)]))
    const { data } = await browser.send('Page.captureScreenshot', { format: 'png', clip: { ...clip, scale: 1 } })
    context.type = 'png'
    context.body = Buffer.from(data, 'base64')
  } else {
    const features = Object.entries(context.query).map(([name, value]) => ({ name, value }))
    await browser.send('Emulation.setEmulatedMedia', { features })
    context.body = 'ok'
  }
}

function browserOf(name, page) {
  const launcher = chromeLauncher({
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [...browserArgs(), `--host-resolver-rules=MAP ${page.host} localhost`],
    },
    createPage: async ({ context }) => {
      page.tab = await context.newPage()
      return page.tab
    },
  })
  const startSession = launcher.startSession.bind(launcher)
  launcher.startSession = (id, url) => startSession(id, url.replace('//localhost', `//${page.host}`))
  launcher.name = name
  return launcher
}

const groups = Object.entries(PAGES)
  .filter(([name]) => process.env.ELEMENTS_PAGES?.split(',').includes(name.split(',')[0]) ?? true)
  .map(([name, page]) => ({
    name,
    browsers: [browserOf(name, page)],
    files: files.filter(page.runs).map((file) => join(outDir, `${entry(file)[0]}.js`)),
  }))
  .filter(({ files }) => files.length > 0)

export default {
  rootDir: outDir,
  browsers: groups.flatMap(({ browsers }) => browsers),
  groups,
  // Two pages at a time, each alone in its browser: it has the focus, the storage and the cache for itself.
  concurrentBrowsers: 2,
  concurrency: 1,
  port: Number(process.env.ELEMENTS_PORT ?? 0) || undefined,
  // Where much else is done a browser takes two minutes to start, and a page that starts past its time is loaded twice.
  browserStartTimeout: 300_000,
  testsStartTimeout: 300_000,
  // Of a whole file on a machine that does much else; each test has a time of its own.
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 120_000 } },
  testRunnerHtml: (framework) =>
    `<!doctype html><html${isAll ? ' data-tests="all"' : ''}><head><meta charset="utf-8"><script src="/complaints.js"></script></head><body><script type="module" src="${framework}"></script></body></html>`,
  browserLogs: process.env.BROWSER_LOGS === '1',
  middleware: [servePage, refuse, controlBrowser],
}
