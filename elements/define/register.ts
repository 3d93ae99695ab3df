import { version } from '../../package.json'

export { version }

export interface VersionedElement extends CustomElementConstructor {
  readonly sgVersion?: string
}

const major = (of: string): string => of.split('.')[0] as string

/**
 * Makes a tag known and keeps it known: a page may replace `window.customElements` after us (Home Assistant does).
 * Of two kits on a page the first keeps the tag; one of another major version, or an unknown element, leaves us the tag with
 * our major version behind it (`sg-value-v2`). Either way the document hears `sg-version-conflict`. Never throws.
 */
export function register(tag: string, element: VersionedElement): string {
  const known = customElements.get(tag) as VersionedElement | undefined
  if (!known) {
    define(tag, element)
    keepDefined(tag, element)
    return tag
  }
  if (known === element) return tag
  const isSameMajor = known.sgVersion !== undefined && major(known.sgVersion) === major(version)
  const own = isSameMajor ? tag : `${tag}-v${major(version)}`
  document.dispatchEvent(
    new CustomEvent('sg-version-conflict', { detail: { tag, kept: known.sgVersion ?? null, offered: version, own } }),
  )
  if (own !== tag && !customElements.get(own)) {
    define(own, element)
    keepDefined(own, element)
  }
  return own
}

function define(tag: string, element: CustomElementConstructor): void {
  try {
    customElements.define(tag, element)
  } catch (error) {
    console.error(`[sightglass] <${tag}> could not be defined`, error)
  }
}

// When pages were seen to replace the registry: at once after us, at their load, or a moment after it.
const CHECKS_MS = [0, 1000, 5000]

function keepDefined(tag: string, element: CustomElementConstructor): void {
  const heal = () => {
    if (!customElements.get(tag)) define(tag, element)
  }
  for (const delay of CHECKS_MS) setTimeout(heal, delay)
  if (document.readyState !== 'complete') window.addEventListener('load', heal, { once: true })
}
