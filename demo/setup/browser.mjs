import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, ROOT } from './project.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const onPath = () =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => COMMANDS.map((name) => join(folder, name)))

/** Playwright turns these off too: a list of one's own takes the place of its list. */
const OFF_ANYWAY = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
]
/** Each window loads two pages for suggestions under its address, which nobody sees here: an eighth of a journey's time. */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What a browser under test starts with. `off` names features of Chromium to turn off as well. */
export const browserArgs = (...off) => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_ANYWAY, ...SUGGESTIONS, ...off]}`,
]

/** Whether a browser starts. One that was downloaded onto a machine without its libraries exists, but does not. */
function works(path) {
  if (!existsSync(path)) return false
  // On Windows `--version` opens a window instead.
  if (process.platform === 'win32') return true
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

async function playwrightPath() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

const onMachine = () => [...onPath(), ...APPLICATIONS].find(works)

function runs(program, args, options = {}) {
  return spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}

function installByApt() {
  if (process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // The lists may be old and still good enough: only the install decides.
  runs('apt-get', ['update', '-qq'], { env })
  return runs('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { env })
}

/**
 * The browser for tests, and CHROME_PATH set to it: CHROME_PATH, else Playwright's own, else one on the machine,
 * else Playwright's by download, else Debian's by apt when root.
 */
export async function findBrowser() {
  const path = process.env.CHROME_PATH
  if (path) {
    if (works(path)) return path
    throw new Refusal(`CHROME_PATH is ${path}, which does not start: set it to a Chromium or Chrome, or unset it.`)
  }
  const own = await playwrightPath()
  let found = works(own) ? own : onMachine()
  if (!found) {
    console.log('Installing a browser for the tests…')
    const cli = join(ROOT, 'node_modules/playwright/cli.js')
    const downloaded = runs(process.execPath, [cli, 'install', 'chromium'], { timeout: 5 * 60_000 })
    if (downloaded && works(own)) found = own
    else if (installByApt()) found = onMachine()
  }
  if (!found) {
    throw new Refusal('No browser for the tests: install Chromium or Chrome, or set CHROME_PATH to one.')
  }
  process.env.CHROME_PATH = found
  return found
}
