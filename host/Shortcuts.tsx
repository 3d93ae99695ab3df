import { useEffect, useState } from 'react'
import { useSheet, useText } from '../elements/define/index.ts'
import { Dialog } from '../elements/kit/Dialog.tsx'
import { shortcutText } from './shortcut-text.ts'
import sheet from './shortcuts.css?sheet'
import { SHORTCUTS } from './shortcuts.ts'

/** Lists on `?` the keys that do something, those of the frame and those of what may have the focus in it. */
export function Shortcuts() {
  useSheet(sheet)
  const t = useText(shortcutText)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={() => setOpen(false)}>
      <div className="shortcuts">
        {SHORTCUTS.map(({ where, rows }) => (
          <section key={where} aria-labelledby={`keys-${where}`}>
            <h3 id={`keys-${where}`} className="shortcuts-where">
              {t[where]}
            </h3>
            <dl>
              {rows.map(({ keys, does }) => (
                <div key={does} className="shortcut">
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{t[does]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** A question mark in a field is one, also in a field of an element. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
