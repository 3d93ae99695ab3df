import type { ReactNode } from 'react'
import { type Action, needsPress, type Trigger } from '../../../../core/contract/documents/screen.ts'
import { pointNamed } from '../../../../core/rules/expression/points.ts'
import { safeLink } from '../../../../core/rules/safe-link.ts'
import { useText } from '../../../define/index.ts'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { Select } from '../../../kit/Select.tsx'
import { ExpressionField } from '../binding/ExpressionField.tsx'
import { PointInput } from '../binding/PointInput.tsx'
import { DeviceSelect } from '../binding/PointList.tsx'
import { useNamed } from '../binding/use-points.ts'
import { useEditor } from '../editor-context.ts'
import { ControlInput, ScreenInput } from '../inspector/PropertyInput.tsx'
import { TextInput } from '../inspector/TextInput.tsx'
import { actionOf, type Does, doesOn } from './new-action.ts'
import { text } from './text.ts'

interface ActionEditorProps {
  action: Action
  /** What sets it off. */
  on: Trigger
  near: { screen_id: number; control_id: string }
  onChange: (action: Action) => void
}

type Of<Name extends Does> = Extract<Action, { does: Name }>

/** What is done, and with what. */
export function ActionEditor({ action, on, near, onChange }: ActionEditorProps) {
  const t = useText(text)
  const { drawn, isReadOnly } = useEditor()
  const offered = doesOn(on, drawn.is === 'screen')
  const isLost = !offered.includes(action.does)
  return (
    <div className="action-fields">
      <Select<Does>
        label={t.does}
        isLabelHidden
        isDisabled={isReadOnly}
        error={isLost ? (on === 'change' && needsPress(action.does) ? t.needsPress : t.notHere) : undefined}
        options={[...offered, ...(isLost ? [action.does] : [])].map((id) => ({ id, label: t[id] }))}
        value={action.does}
        onChange={(does) => onChange(actionOf(does, near, action))}
      />
      {action.does === 'write' && <Write action={action} onChange={onChange} />}
      {(action.does === 'switch_screen' || action.does === 'pop_up') && <Lead action={action} onChange={onChange} />}
      {action.does === 'open_link' && (
        <Labelled label={t.link}>
          <TextInput
            label={t.link}
            value={action.url}
            maxLength={2048}
            placeholder="https://"
            isDisabled={isReadOnly}
            fault={(typed) => (typed !== '' && safeLink(typed) === null ? t.badLink : null)}
            onChange={(url) => onChange({ ...action, url })}
          />
        </Labelled>
      )}
      {(action.does === 'show' || action.does === 'hide') && <Control action={action} onChange={onChange} />}
      {action.does === 'acknowledge' && (
        <>
          <PointInput
            label={t.point}
            isLabelHidden={false}
            value={action.point ?? ''}
            isDisabled={isReadOnly}
            onChange={(point) => onChange(point === '' ? { does: 'acknowledge' } : { ...action, point })}
          />
          <p className="prop-help">{t.acknowledgePoint}</p>
        </>
      )}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="labelled">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

function Write({ action, onChange }: { action: Of<'write'>; onChange: (action: Action) => void }) {
  const t = useText(text)
  const { isReadOnly } = useEditor()
  const { point } = useNamed(action.point)
  return (
    <>
      <PointInput
        label={t.point}
        isLabelHidden={false}
        forWriting
        value={action.point}
        isDisabled={isReadOnly}
        error={point?.access === 'r' ? t.readOnlyPoint : undefined}
        onChange={(next) => onChange({ ...action, point: next })}
      />
      <ExpressionField
        label={t.value}
        value={action.value}
        lines={1}
        placeholder={t.valueHelp}
        isDisabled={isReadOnly}
        onChange={(value) => onChange({ ...action, value })}
      />
      <Checkbox
        isSelected={action.confirm}
        isDisabled={isReadOnly}
        onChange={(confirm) => onChange({ ...action, confirm })}
      >
        {t.confirm}
      </Checkbox>
      {pointNamed(action.point)?.sn_code && <p className="prop-help">{t.otherDeviceAsks}</p>}
    </>
  )
}

function Lead({ action, onChange }: { action: Of<'switch_screen' | 'pop_up'>; onChange: (action: Action) => void }) {
  const t = useText(text)
  const { isReadOnly } = useEditor()
  return (
    <>
      <ScreenInput
        label={t.screen}
        isLabelShown
        isNeeded
        value={action.screen_id}
        isDisabled={isReadOnly}
        onChange={(screen_id) => screen_id !== null && onChange({ ...action, screen_id })}
      />
      <DeviceSelect
        label={t.device}
        value={action.sn_code ?? ''}
        isDisabled={isReadOnly}
        onChange={(sn_code) => {
          const { sn_code: _, ...rest } = action
          onChange(sn_code === '' ? rest : { ...action, sn_code })
        }}
      />
    </>
  )
}

function Control({ action, onChange }: { action: Of<'show' | 'hide'>; onChange: (action: Action) => void }) {
  const t = useText(text)
  const { isReadOnly } = useEditor()
  return (
    <ControlInput
      label={t.control}
      isLabelShown
      isDisabled={isReadOnly}
      value={action.control_id}
      onChange={(control_id) => onChange({ ...action, control_id })}
    />
  )
}
