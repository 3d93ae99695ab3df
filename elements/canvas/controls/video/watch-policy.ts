/** What the page's own security policy forbade. */
export interface Forbidden {
  readonly directive: string
  /** A stream that a library puts together is handed to the browser as a blob. */
  readonly isBlob: boolean
}

/** Hears when the page's policy forbids an address, or a blob: the browser says so nowhere else. */
export function watchPolicy(address: URL, onForbidden: (forbidden: Forbidden) => void): () => void {
  const heard = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce') return
    const isBlob = /^blob(:|$)/.test(blockedURI)
    const isOurs = isBlob || (URL.canParse(blockedURI) && new URL(blockedURI).origin === address.origin)
    if (isOurs) onForbidden({ directive: effectiveDirective, isBlob })
  }
  document.addEventListener('securitypolicyviolation', heard)
  return () => document.removeEventListener('securitypolicyviolation', heard)
}
