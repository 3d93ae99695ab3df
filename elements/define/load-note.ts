import { isLost } from '../context/fetch-first.ts'
import { localeOf } from '../context/language.ts'
import { pageProperties, viewProblem } from '../context/page-properties.ts'

/** What stands in an element whose script did not come, or threw. */
const notes = new WeakMap<Element, HTMLElement>()
const STATE = 'data-sg-state'

/**
 * Says so in the element, as its child: a shadow root would be in the way of the element that comes after all. A try
 * fetches again. Some browsers keep a failed module for as long as the page lives: after a second failure the page can
 * be reloaded.
 */
export function noteFailure(element: Element, error: unknown, tryAgain: () => void): void {
  const isChinese = localeOf(element).startsWith('zh')
  const isAway = isLost(error)
  const names = pageProperties().join(', ')
  const known = notes.get(element)
  if (!known) {
    const note = document.createElement('div')
    note.setAttribute('role', 'alert')
    note.append(
      isAway
        ? isChinese
          ? '此部分未能加载，网络可能中断。'
          : 'This part could not be loaded. The network may be down.'
        : (isChinese ? '此部分无法显示。' : 'This part cannot be shown.') +
            (names &&
              (isChinese
                ? `页面脚本给所有对象加了属性：${names}`
                : ` Scripts of this page gave all objects: ${names}.`)),
      button(isChinese ? '重试' : 'Try again', tryAgain),
    )
    notes.set(element, note)
    element.append(note)
    element.setAttribute(STATE, 'error')
    customElements.whenDefined(element.localName).then(() => {
      note.remove()
      if (element.getAttribute(STATE) === 'error') element.removeAttribute(STATE)
    })
  } else if (known.children.length === 1) {
    known.append(button(isChinese ? '重新加载页面' : 'Reload the page', () => location.reload()))
  }
  reportLoading(element, isAway ? 'load-failed' : viewProblem(), String(error))
}

/** Not within `new URL(…)` itself: the bundler would take what stands there for a file of its own. */
const HERE = import.meta.url

/** `sg-error` of an element that is not there yet. The loaders stand beside the console's docs. */
export function reportLoading(
  element: Element,
  problem: 'load-failed' | 'view-failed' | 'page-properties' | 'slow' | 'unknown-tag',
  message: string,
): void {
  const docs = new URL(`../docs/embedding#${problem}`, HERE).href
  const detail = { phase: 'load', problem, message, docs }
  element.dispatchEvent(new CustomEvent('sg-error', { detail, bubbles: true, composed: true, cancelable: true }))
}

function button(words: string, press: () => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = words
  made.addEventListener('click', press)
  return made
}
