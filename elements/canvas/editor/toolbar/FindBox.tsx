import { useState } from 'react'
import { words } from '../../../../core/text/words.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

const MOST_SHOWN = 100

/** Finds controls by what they are called, say or show. */
export function FindBox({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const { close } = useText(words)
  const { lang } = useElement()
  const { editor, showControl, openDialog, isReadOnly } = useEditor()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(-1)
  // What is found is another thing once the document has changed.
  useEditorState((state) => state.document)
  const found = search.trim() === '' ? [] : editor.find({ search: search.trim() })
  const go = (index: number) => {
    const one = found[index]
    if (!one) return
    setAt(index)
    showControl(one.control_id)
  }
  return (
    <section
      className="find-box"
      aria-label={t.find}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <div className="find-head">
        <SearchField
          label={t.find}
          placeholder={t.findHint}
          value={search}
          isAutoFocus
          onChange={(next) => {
            setSearch(next)
            setAt(-1)
          }}
          onSubmit={() => go(found.length === 0 ? -1 : (at + 1) % found.length)}
        />
        <IconButton icon="close" label={close} onPress={onClose} />
      </div>
      <p className="find-count" role="status">
        {search.trim() === '' ? '' : found.length === 0 ? t.findNone : t.findSome({ count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className="find-list">
          {found.slice(0, MOST_SHOWN).map(({ control_id, excerpt }, index) => {
            const control = editor.control(control_id)
            return (
              <li key={control_id}>
                <button
                  type="button"
                  className="find-row"
                  aria-current={index === at || undefined}
                  onClick={() => go(index)}
                >
                  <span>{control?.name || namesOf(control?.kind ?? '', lang).kind}</span>
                  <span className="find-excerpt">{excerpt}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="find-foot">
        {found.length > 0 && (
          <Button look="plain" onPress={() => editor.selecting.select(found.map(({ control_id }) => control_id))}>
            {t.selectFound}
          </Button>
        )}
        {!isReadOnly && (
          <Button look="plain" onPress={() => openDialog('rebind')}>
            {t.replacePoints}
          </Button>
        )}
      </div>
    </section>
  )
}
