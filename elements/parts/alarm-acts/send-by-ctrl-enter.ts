import type { KeyboardEvent } from 'react'

/** In a text of several lines Enter begins a line: Ctrl+Enter (Cmd+Enter) sends. */
export function sendByCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
