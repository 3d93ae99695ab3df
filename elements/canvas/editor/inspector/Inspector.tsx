import { drawnProps, isPlaceholder } from '../../../../core/canvas/drawn-props.ts'
import { useElement, useText } from '../../../define/index.ts'
import type { PropertyField } from '../../../kinds/property-fields.ts'
import { type ControlNames, groupName, namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { faultOf } from './faults.ts'
import { GeneralSection } from './GeneralSection.tsx'
import { ListInput } from './ListInput.tsx'
import type { Row } from './list-rows.ts'
import { PageProperties } from './PageProperties.tsx'
import { ParametersInput } from './ParametersInput.tsx'
import { PlaceSection } from './PlaceSection.tsx'
import { PropertyInput } from './PropertyInput.tsx'
import { PropertyRow, Section } from './PropertyRow.tsx'
import { StatesInput } from './StatesInput.tsx'
import { setShownProp } from './set-prop.ts'
import { sharedFields } from './shared-fields.ts'
import { text } from './text.ts'
import { usePanelSheets } from './use-panel-sheets.ts'

const GROUPS = ['value', 'behaviour', 'text', 'look'] as const

/** What is selected, property by property; the page where nothing is. */
export default function Inspector() {
  usePanelSheets()
  const selection = useEditorState((state) => state.selection)
  // Whatever changes, the values may.
  useEditorState((state) => state.document)
  return (
    <div className="panel">
      {selection.length === 0 ? <PageProperties /> : <Selected key={selection.join()} selection={selection} />}
    </div>
  )
}

function Selected({ selection }: { selection: readonly string[] }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, kinds, drawn } = useEditor()
  const controls = selection.flatMap((id) => editor.control(id) ?? [])
  const lead = controls.at(-1)
  if (!lead) return null
  const isOne = controls.length === 1
  const names = namesOf(lead.kind, lang)
  const isUnknown = controls.some((control) => isPlaceholder(control, kinds))
  const isDashboard = drawn.is === 'dashboard'
  const hasDashboardTime = isDashboard && drawnProps(lead, kinds).timeOf === 'dashboard'
  const fields = (isUnknown ? [] : sharedFields(controls, kinds)).filter(
    ({ path, isOfDashboard }) => (isDashboard || !isOfDashboard) && !(hasDashboardTime && path === 'span'),
  )
  return (
    <>
      <h3 className="panel-title">{isOne ? names.kind : t.selectedSome({ count: controls.length })}</h3>
      {isUnknown && <p className="panel-note">{t.unknownKind}</p>}
      {GROUPS.map((group) => {
        const own = fields.filter((field) => field.group === group)
        if (own.length === 0) return null
        return (
          <Section key={group} title={groupName(group, lang)}>
            {own.map((field) => (
              <Property key={field.path} field={field} names={names} />
            ))}
          </Section>
        )
      })}
      <PlaceSection />
      <GeneralSection />
    </>
  )
}

/** One property of all that is selected. */
function Property({ field, names }: { field: PropertyField; names: ControlNames }) {
  const t = useText(text)
  const { editor, kinds, isReadOnly } = useEditor()
  const { selection } = editor.state()
  const lead = editor.control(selection.at(-1) ?? '')
  const kind = lead && kinds.get(lead.kind)
  if (!lead || !kind) return null
  const own = drawnProps(lead, kinds)
  const { path, type } = field
  const shared = editor.readProp(path)
  const isMixed = shared.isMixed
  const value = shared.isMixed ? editor.readProp(path, [lead.control_id]) : shared
  const shownValue = value.isMixed ? undefined : value.value
  const label = names.property(path)
  const fault = (at: string, next: unknown) => {
    const leaf = field.item?.find((one) => at.endsWith(`.${one.path}`)) ?? field
    return faultOf(leaf, at, next, kind, own, t)
  }
  const set = (at: string, next: unknown) => setShownProp(editor, at, next)
  const bindable = kind.bindable.includes(path) ? path : undefined
  const rows = Array.isArray(shownValue) ? (shownValue as readonly Row[]) : []
  const list = {
    field,
    label,
    rows,
    isMixed,
    isDisabled: isReadOnly,
    itemName: (inner: string) => names.property(`${path}.${inner}`),
    choiceName: (inner: string, name: string) => names.choice(`${path}.${inner}`, name),
    fault: (inner: string, next: unknown) => fault(`${path}.${inner}`, next),
    onRow: (inner: string, next: unknown) => set(`${path}.${inner}`, next),
    onRows: (next: readonly Row[]) => set(path, next),
  }
  if (type === 'states') {
    const { currStateIndex } = own as { currStateIndex?: unknown }
    return (
      <StatesInput
        {...list}
        shown={typeof currStateIndex === 'number' ? currStateIndex : null}
        onShow={(at) => set('currStateIndex', at)}
        bindable={(inner) => `${path}.${inner}`}
      />
    )
  }
  if (type === 'list' && field.item)
    return (
      <PropertyRow label={label} isWide bindable={bindable}>
        <ListInput {...list} />
      </PropertyRow>
    )
  if (type === 'parameters')
    return (
      <ParametersInput
        symbol={String((own as { symbol?: unknown }).symbol ?? '')}
        value={shownValue}
        isDisabled={isReadOnly}
        onChange={(next) => set(path, Object.keys(next).length === 0 ? undefined : next)}
      />
    )
  if (type === 'corners')
    return (
      <PropertyRow label={label}>
        <span className="panel-said">{t.corners({ count: rows.length })}</span>
      </PropertyRow>
    )
  const isWide = type === 'longtext' || type === 'expression'
  return (
    <PropertyRow label={label} bindable={bindable} isWide={isWide}>
      <PropertyInput
        field={field}
        label={label}
        value={shownValue}
        isMixed={isMixed}
        isDisabled={isReadOnly}
        choiceName={(name) => names.choice(path, name)}
        fault={(next) => faultOf(field, path, next, kind, own, t)}
        onChange={(next) => set(path, next)}
      />
    </PropertyRow>
  )
}
