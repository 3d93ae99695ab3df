// A private path of the control library: its version is pinned, and the kit suite runs at every bump.
import { enableShadowDOM } from 'react-stately/private/flags/flags'

enableShadowDOM()

// `usePress` puts a <style> into the head, against a strict CSP, unless this id is there; its rule is in reset.css.
const PRESSABLE_STYLE = 'react-aria-pressable-style'
if (!document.getElementById(PRESSABLE_STYLE)) {
  const placeholder = document.createElement('meta')
  placeholder.id = PRESSABLE_STYLE
  document.head.append(placeholder)
}
