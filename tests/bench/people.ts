import { scrypt } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { hashPassword } from '../../demo/server/db/passwords.ts'
import { turnOfServer } from '../../demo/server/limits/password-turns.ts'
import { type BenchPages, openPages } from './bench-page.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const USERS = 100_000
const RUNS = 7
const SEARCHES = 30
const SCROLL_MS = 3000
const BARE_CALL = 'the call alone'
const SCRYPT = 'scrypt of Node'

/** What people wait for: signing in, finding one of 100,000 users, and a password's hash. */
export default async function people(results: Results): Promise<void> {
  await hashing(results)
  const server = await startBenchServer(12, 10, USERS)
  const pages = await openPages()
  try {
    await signIn(results, pages, server)
    await search(results, server)
    await scroll(results, pages, server)
  } finally {
    await pages.close()
    await server.stop()
  }
}

async function hashing(results: Results): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const derive = promisify(scrypt) as (password: string, salt: string, length: number) => Promise<Buffer>
  const timed = async (work: () => Promise<unknown>) => {
    const times: number[] = []
    for (let n = 0; n < 20; n++) {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
    return median(times)
  }
  delay.enable()
  results.add('password hash', OURS, 'median', await timed(() => hashPassword('demo1234', turnOfServer)), 'ms')
  delay.disable()
  results.add('password hash', OURS, 'event loop delay meanwhile, p99', delay.percentile(99) / 1e6, 'ms')
  results.add('password hash', SCRYPT, 'median', await timed(() => derive('demo1234', 'salt salt salt', 32)), 'ms')
  results.compare('password hash', SCRYPT)
}

const login = { user_name: 'admin', password: 'demo1234' }

/** From Enter in the sign-in form to the home page with its numbers; each page has a cache of its own, empty. */
async function signIn(results: Results, pages: BenchPages, server: BenchServer): Promise<void> {
  const cold: number[] = []
  const whole: number[] = []
  const bare: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const { page } = await pages.blank()
    const opened = performance.now()
    await page.goto(`${server.api}/console/`)
    await page.locator('input[name=user_name]').fill(login.user_name)
    await page.locator('input[name=password]').fill(login.password)
    const pressed = performance.now()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() =>
      /\d/.test(document.querySelector('sg-home')?.shadowRoot?.querySelector('.count-number')?.textContent ?? ''),
    )
    cold.push(performance.now() - pressed)
    whole.push(performance.now() - opened)
    await page.close()
    const began = performance.now()
    await server.call('POST', '/yun/v2/user/login', login)
    bare.push(performance.now() - began)
  }
  results.add('sign-in', OURS, 'Enter to the first screen, median', median(cold), 'ms')
  results.add('sign-in', OURS, 'address to the first screen, typing at once, median', median(whole), 'ms')
  results.add('sign-in', BARE_CALL, 'Enter to the first screen, median', median(bare), 'ms')
  results.compare('sign-in', BARE_CALL)
}

async function search(results: Results, server: BenchServer): Promise<void> {
  const ask = async (input: Record<string, unknown>) => {
    const began = performance.now()
    await server.call('GET', '/user', { page_size: 100, ...input })
    return performance.now() - began
  }
  const found: number[] = []
  const first: number[] = []
  for (let n = 0; n < SEARCHES; n++) {
    found.push(await ask({ search: `Person ${n * 3137}` }))
    first.push(await ask({}))
  }
  results.add('one of 100,000 users', OURS, 'search, median', median(found), 'ms')
  results.add('one of 100,000 users', OURS, 'search, p95', quantile(found, 0.95), 'ms')
  results.add('one of 100,000 users', OURS, 'first page, median', median(first), 'ms')
}

const framesOf = (page: Page, ms: number) =>
  page.evaluate(async (spanMs) => {
    const table = document.querySelector('sg-users')?.shadowRoot?.querySelector('.table')
    const times: number[] = []
    const began = performance.now()
    await new Promise<void>((done) => {
      const step = (now: number) => {
        times.push(now)
        table?.scrollBy(0, 24)
        if (table && table.scrollTop + table.clientHeight >= table.scrollHeight - 1) table.scrollTo(0, 0)
        if (now - began < spanMs) requestAnimationFrame(step)
        else done()
      }
      requestAnimationFrame(step)
    })
    return times.slice(1).map((time, i) => time - (times[i] as number))
  }, ms)

/** A page of 100 of them, scrolled all the time. */
async function scroll(results: Results, pages: BenchPages, server: BenchServer): Promise<void> {
  const page = await pages.open(
    `
<script type="module" src="${server.api}/elements/sightglass.js"></script>
<sg-connection base-url="${server.api}"><sg-users style="display: block; height: 700px"></sg-users></sg-connection>
<script>document.querySelector('sg-connection').getToken = () => ${JSON.stringify(server.token)}</script>`,
    () => localStorage.setItem('sg-choice:page-size', '100'),
  )
  await page.waitForFunction(
    () => (document.querySelector('sg-users')?.shadowRoot?.querySelectorAll('[role=row]').length ?? 0) > 5,
  )
  const frames = await framesOf(page, SCROLL_MS)
  results.add('one of 100,000 users', OURS, 'scrolling: frame, median', median(frames), 'ms')
  results.add('one of 100,000 users', OURS, 'scrolling: frame, p95', quantile(frames, 0.95), 'ms')
  await page.close()
}
