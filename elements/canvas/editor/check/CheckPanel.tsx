import { useDeferredValue, useMemo } from 'react'
import type { Finding } from '../../../../core/canvas/hmi-check/finding.ts'
import { findingText } from '../../../../core/canvas/hmi-check/finding-text.ts'
import { checkHmi } from '../../../../core/canvas/hmi-check.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { findUnresolved } from '../binding/unresolved.ts'
import { useNoun } from '../drawn/noun.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { text } from './text.ts'

const LEVELS = ['error', 'warning', 'hint'] as const
const ICONS = { error: 'octagon', warning: 'triangle', hint: 'info' } as const
const NOBODY = { device: () => null, isRefused: () => false }

/** What operators would stumble over, the worst first. */
export default function CheckPanel() {
  usePanelSheets()
  const t = useText(text)
  const { kinds, look, drawn, template, openDialog } = useEditor()
  const noun = useNoun(drawn)
  // Checking 5,000 controls must not hold up a drag.
  const whole = useDeferredValue(useEditorState((state) => state.whole))
  const found = useMemo(() => checkHmi(whole, kinds, look, drawn.variant), [whole, kinds, look, drawn.variant])
  const unresolved = useMemo(
    () => (template ? findUnresolved(whole, kinds, template.points, NOBODY).length : 0),
    [whole, kinds, template],
  )
  return (
    <div className="panel">
      <div className="check-head" aria-live="polite">
        <strong>{found.length === 0 ? t.good : t.found({ count: found.length })}</strong>
        <small>{t.live}</small>
      </div>
      {unresolved > 0 && (
        <div className="found" data-level="error">
          <Icon name={ICONS.error} />
          <div className="found-words">
            <strong>{t.unresolvedSome({ count: unresolved })}</strong>
          </div>
          <Button onPress={() => openDialog('unresolved')}>{t.show}</Button>
        </div>
      )}
      {found.length === 0 && unresolved === 0 && (
        <EmptyState icon="check" title={t.good} explanation={t.goodWhy({ noun })} />
      )}
      {LEVELS.map((level) => {
        const own = found.filter((finding) => finding.level === level)
        if (own.length === 0) return null
        return (
          <details key={level} className="prop-section" open>
            <summary>
              {t[level]}
              <span className="palette-count">{own.length}</span>
            </summary>
            <ul className="found-list">
              {own.map((finding) => (
                <Row key={`${finding.rule} ${finding.control_ids.join()}`} finding={finding} />
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

function Row({ finding }: { finding: Finding }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, showControl } = useEditor()
  const { says, advice } = findingText(finding, lang)
  const { control_ids, level } = finding
  const selection = useEditorState((state) => state.selection)
  const [first = ''] = control_ids
  const at = selection.length === 1 ? control_ids.indexOf(selection[0] ?? '') : -1
  const next = control_ids[(at + 1) % Math.max(1, control_ids.length)] ?? first
  const control = editor.control(first)
  const name =
    control_ids.length > 1
      ? t.controls({ count: control_ids.length })
      : control
        ? control.name || namesOf(control.kind, lang).kind
        : ''
  return (
    <li className="found" data-level={level}>
      <Icon name={ICONS[level]} label={t[level]} />
      <div className="found-words">
        <span>{says}</span>
        <small>{advice}</small>
        {name !== '' && <small className="found-name">{name}</small>}
      </div>
      {control_ids.length > 0 && (
        <Button
          look="plain"
          onPress={() => {
            if (editor.state().symbol !== null) editor.commands.leaveSymbol()
            showControl(next)
          }}
        >
          {at >= 0 && control_ids.length > 1 ? t.next : t.show}
          <span className="sg-hidden-visually">{` ${name}`}</span>
        </Button>
      )}
    </li>
  )
}
