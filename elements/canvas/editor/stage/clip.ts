/** What this page copied last: browsers hand the clipboard out only to secure pages, and after asking. */
let kept = ''

export const keepCopied = (text: string): void => {
  kept = text
}

/** Puts a text in the clipboard from a menu, where no event of the clipboard does it. */
export function putInClipboard(text: string, page: Document): void {
  kept = text
  if (navigator.clipboard) {
    void navigator.clipboard.writeText(text).catch(() => {})
    return
  }
  const hand = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('copy', hand, { once: true, capture: true })
  page.execCommand('copy')
  page.removeEventListener('copy', hand, { capture: true })
}

export async function takeFromClipboard(): Promise<string> {
  try {
    return (await navigator.clipboard?.readText()) || kept
  } catch {
    return kept
  }
}
