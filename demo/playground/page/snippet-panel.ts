import type { Choices } from './choices.ts'
import { h } from './dom.ts'
import { segments } from './fields.ts'
import type { Entry } from './shape.ts'
import { FRAMEWORKS, type Framework, snippet } from './snippet.ts'
import { t } from './text.ts'

/** Pages of plain http under a real name have no clipboard of their own. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = h('textarea', { class: 'copied', 'aria-hidden': 'true' })
    field.value = text
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    return isCopied
  }
}

/** What a page writes to have what the stage shows, following every knob. */
export function snippetPanel(entry: Entry, choices: Choices, console_url: string) {
  let framework: Framework = 'HTML'
  const code = h('code', {})
  const said = h('span', { class: 'quiet', role: 'status' })
  const button = h('button', { type: 'button', class: 'button' }, t.copy)
  const show = () => {
    code.textContent = snippet(framework, entry, choices, console_url)
    said.textContent = ''
  }
  button.addEventListener('click', async () => {
    const isCopied = await copy(code.textContent)
    said.textContent = isCopied ? t.copied : t.notCopied
    button.focus()
  })
  const options = FRAMEWORKS.map((name) => ({ value: name, label: name }))
  const choose = (value: string) => {
    framework = value as Framework
    show()
  }
  show()
  return {
    show,
    view: h(
      'section',
      { class: 'panel', id: 'snippet' },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', {}, t.snippet),
        segments(t.snippet, options, framework, choose),
        said,
        button,
      ),
      h('pre', { tabindex: '0', 'aria-label': t.snippet }, code),
      h('p', { class: 'field-help' }, t.tokenUrl),
    ),
  }
}
