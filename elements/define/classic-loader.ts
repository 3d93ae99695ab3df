import { noteFailure } from './load-note.ts'

/**
 * The loader for pages of classic scripts: `<script src="…/elements/sightglass.iife.js">`. Browsers refuse modules that
 * come with another MIME type than JavaScript's, as old servers send them: such a page gets the whole kit as one classic
 * script, any other the loader that fetches what the page needs. The build puts this script's own address in the place
 * of `import.meta.url`.
 */
const besides = (name: string) => new URL(name, import.meta.url).href
const { nonce } = document.currentScript as HTMLScriptElement

/** What browsers take for a module, but for names that no server has sent for twenty years. */
const IS_JAVASCRIPT = /^\s*(text|application)\/(x-)?(javascript|ecmascript)\b/i

async function load(): Promise<void> {
  const loader = besides('sightglass.js')
  // Checked beforehand, since a refused module is an error in the page's console.
  const reply = await fetch(loader).catch(() => null)
  const mayImport = reply?.ok && IS_JAVASCRIPT.test(reply.headers.get('content-type') ?? '')
  await (mayImport ? import(/* @vite-ignore */ loader) : loadClassic())
}

function loadClassic(): Promise<void> {
  return new Promise((done, failed) => {
    const script = document.createElement('script')
    script.src = besides('sightglass.all.iife.js')
    if (nonce) script.nonce = nonce
    script.onload = () => done()
    script.onerror = () => {
      script.remove()
      failed(new Error(`${script.src} did not come`))
    }
    document.head.append(script)
  })
}

function start(): void {
  load().catch((error) => {
    console.error('[sightglass] the elements could not be loaded', error)
    if (document.readyState !== 'loading') return note(error)
    document.addEventListener('DOMContentLoaded', () => note(error), { once: true })
  })
}

function note(error: unknown): void {
  for (const element of document.querySelectorAll(':not(:defined)')) {
    if (element.localName.startsWith('sg-')) noteFailure(element, error, start)
  }
}

start()
