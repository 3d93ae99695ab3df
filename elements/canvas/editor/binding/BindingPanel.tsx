import { useState } from 'react'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text as inspectorText } from '../inspector/text.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { BindingEditor } from './BindingEditor.tsx'
import { mainOf } from './bind-main.ts'
import { bindablePaths } from './bindable-paths.ts'
import { propertyName } from './property-name.ts'
import { text } from './text.ts'

/** What the selected controls take their values from. */
export default function BindingPanel() {
  usePanelSheets()
  const t = useText(text)
  const { editor, isReadOnly, openDialog, requested } = useEditor()
  const selection = useEditorState((state) => state.selection)
  useEditorState((state) => state.document)
  const controls = selection.flatMap((id) => editor.control(id) ?? [])
  const lead = controls.at(-1)
  return (
    <div className="panel">
      {lead ? (
        // Another selection, or another requested property, opens anew.
        <Properties key={`${selection.join()} ${requested?.path ?? ''}`} />
      ) : (
        <EmptyState icon="device" title={t.selectFirst} explanation={t.selectFirstWhy} />
      )}
      <div className="panel-foot">
        <Button look="plain" onPress={() => openDialog('unresolved')}>
          {t.unresolved}
        </Button>
        {!isReadOnly && (
          <Button look="plain" onPress={() => openDialog('rebind')}>
            {t.rebind}
          </Button>
        )}
      </div>
    </div>
  )
}

function Properties() {
  const t = useText(text)
  const own = useText(inspectorText)
  const { lang } = useElement()
  const { editor, kinds, requested } = useEditor()
  const controls = editor.state().selection.flatMap((id) => editor.control(id) ?? [])
  const lead = controls.at(-1)
  const [opened, setOpened] = useState<string | null>(() => requested?.path ?? null)
  const kind = lead && kinds.get(lead.kind)
  const main = mainOf(kind)
  const bound = main === undefined ? null : editor.readBinding(main)
  const mainBinding = bound && !bound.isMixed ? bound.value?.expression : undefined
  const [shownBinding, setShownBinding] = useState(mainBinding)
  // A point was dropped on the control, or pressed in the list: what it is bound to is opened.
  if (mainBinding !== shownBinding) {
    setShownBinding(mainBinding)
    setOpened(null)
  }
  if (!lead) return null
  const paths = bindablePaths(controls, kinds, requested?.path ?? null)
  const names = namesOf(lead.kind, lang)
  const open = opened ?? (main !== undefined && paths.includes(main) ? main : '')
  return (
    <>
      <h3 className="panel-title">
        {controls.length > 1 ? own.selectedSome({ count: controls.length }) : lead.name || names.kind}
      </h3>
      {kind?.pointList !== undefined && <p className="panel-note">{t.pointsListed}</p>}
      {paths.length === 0 && <p className="panel-none">{t.nothingToBind}</p>}
      <ul className="bindings" aria-label={t.properties}>
        {paths.map((path) => {
          const binding = editor.readBinding(path)
          const name = propertyName(lead.kind, path, lang)
          const isOpen = open === path
          const said = binding.isMixed ? t.mixed : (binding.value?.expression ?? t.notBound)
          return (
            <li key={path} className="binding" data-open={isOpen || undefined}>
              <button
                type="button"
                className="binding-head"
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? '' : path)}
              >
                <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
                <span className="binding-name">{name}</span>
                {path === main && <small className="binding-main">{t.main}</small>}
                <span className="binding-said" data-none={(!binding.isMixed && !binding.value) || undefined}>
                  {said}
                </span>
              </button>
              {isOpen && <BindingEditor path={path} name={name} lead={lead} />}
            </li>
          )
        })}
      </ul>
    </>
  )
}
