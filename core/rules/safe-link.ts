const SCHEMES = ['http:', 'https:', 'mailto:']

/** An address that may be opened, as the browser reads it; null for anything else, `javascript:` above all. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url.trim())
    return SCHEMES.includes(protocol) ? href : null
  } catch {
    return null
  }
}
