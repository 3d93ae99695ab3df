import { SHORTCUTS, type Shortcut, shortcutName } from '../../../../core/canvas/keys.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import type { DialogProps } from '../panels.tsx'
import { text } from './text.ts'

const GROUPS = [...new Set(SHORTCUTS.map(({ group }) => group))]
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Rows of the same name are one: four arrows move. */
function rowsOf(group: Shortcut['group']): readonly { name: Shortcut['name']; keys: readonly string[] }[] {
  const rows = new Map<Shortcut['name'], string[]>()
  for (const row of SHORTCUTS) if (row.group === group) rows.set(row.name, [...(rows.get(row.name) ?? []), ...row.keys])
  return [...rows].map(([name, keys]) => ({ name, keys }))
}

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
const keyWords = (keys: string): string =>
  keys.replace(/Arrow\w+/, (arrow) => ARROWS[arrow] ?? arrow).replace('Ctrl', isMac() ? '⌘' : 'Ctrl')

/** All that the keyboard does here. */
export default function ShortcutsDialog({ onClose }: DialogProps) {
  const t = useText(text)
  const { lang } = useElement()
  return (
    <Dialog title={t.shortcuts} isOpen onClose={onClose} size="large">
      <div className="shortcut-groups">
        {GROUPS.map((group) => (
          <section key={group} className="shortcut-group">
            <h3>{shortcutName(group, lang)}</h3>
            <dl>
              {rowsOf(group).map(({ name, keys }) => (
                <div key={name} className="shortcut-row">
                  <dt>{shortcutName(name, lang)}</dt>
                  <dd>
                    {keys.map((one) => (
                      <kbd key={one}>{keyWords(one)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
