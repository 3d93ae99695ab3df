export interface PageEventHandlers {
  onVisible(isVisible: boolean): void
  onOnline(): void
  /** Another tab has changed what browsers keep for this site. */
  onStorage(): void
}

/** Undefined outside a browser. */
export const pageNow = (): Document | undefined => (typeof document === 'undefined' ? undefined : document)

/** What browsers report to a page; until the returned function is called. */
export function followPage({ onVisible, onOnline, onStorage }: PageEventHandlers): () => void {
  const page = pageNow()
  const onVisibility = () => onVisible(page?.visibilityState !== 'hidden')
  page?.addEventListener('visibilitychange', onVisibility)
  globalThis.addEventListener?.('online', onOnline)
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    page?.removeEventListener('visibilitychange', onVisibility)
    globalThis.removeEventListener?.('online', onOnline)
    globalThis.removeEventListener?.('storage', onStorage)
  }
}
