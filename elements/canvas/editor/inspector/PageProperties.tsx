import { DASHBOARD_RANGES, type DashboardFields } from '../../../../core/contract/documents/dashboard-fields.ts'
import { fieldsOf } from '../../../../core/dashboard/fields.ts'
import { useText } from '../../../define/index.ts'
import { Select } from '../../../kit/Select.tsx'
import { SCREEN_SIZES, type ScreenSize, sizeId } from '../../../parts/screen-size/screen-sizes.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { ColourInput } from './ColourInput.tsx'
import { NumberInput } from './NumberInput.tsx'
import { PictureInput } from './PictureInput.tsx'
import { PropertyRow, Section } from './PropertyRow.tsx'
import { text } from './text.ts'
import { VariablesSection } from './VariablesSection.tsx'

/** The time that a dashboard is opened with. */
function DashboardTimeSection() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const { range } = fieldsOf(useEditorState((state) => state.whole))
  return (
    <Section title={t.time}>
      <PropertyRow label={t.timeRange} help={t.timeRangeHelp}>
        <Select<DashboardFields['range']>
          label={t.timeRange}
          isLabelHidden
          isDisabled={isReadOnly}
          options={DASHBOARD_RANGES.map((id) => ({ id, label: t[id] }))}
          value={range}
          onChange={(next) => void editor.commands.setDashboard({ range: next })}
        />
      </PropertyRow>
    </Section>
  )
}

const OWN = 'custom'
const shown = ([width, height]: ScreenSize) => `${width} × ${height}`

/** The page itself, where nothing is selected. */
export function PageProperties() {
  const t = useText(text)
  const { editor, isReadOnly, drawn } = useEditor()
  const { width, height, background, style, grid } = useEditorState((state) => state.document)
  const symbol = useEditorState((state) => state.symbol)
  const { setPage } = editor.commands
  const sizes: readonly string[] = [...SCREEN_SIZES.desktop, ...SCREEN_SIZES.mobile].map(sizeId)
  const size = sizeId([width, height])
  const side = (field: 'width' | 'height', value: number) => (
    <div className="place-one">
      <span aria-hidden>{t[field]}</span>
      <NumberInput
        label={t[field]}
        isSmall
        min={16}
        max={20_000}
        unit="px"
        value={value}
        isDisabled={isReadOnly}
        onChange={(next) => next !== null && setPage({ [field]: next })}
      />
    </div>
  )
  return (
    <>
      <h3 className="panel-title">{t.page}</h3>
      <p className="panel-note">{t.selectFirst}</p>
      <Section title={t.pageSize}>
        {symbol === null && (
          <PropertyRow label={t.pageSize}>
            <Select
              label={t.pageSize}
              isLabelHidden
              isDisabled={isReadOnly}
              options={[
                ...SCREEN_SIZES.desktop.map((one) => ({
                  id: sizeId(one),
                  label: t.presetDesktop({ size: shown(one) }),
                })),
                ...SCREEN_SIZES.mobile.map((one) => ({ id: sizeId(one), label: t.presetMobile({ size: shown(one) }) })),
                { id: OWN, label: t.custom },
              ]}
              value={sizes.includes(size) ? size : OWN}
              onChange={(id) => {
                const [w, h] = id.split('x').map(Number)
                if (w && h) setPage({ width: w, height: h })
              }}
            />
          </PropertyRow>
        )}
        <div className="place-grid">
          {side('width', width)}
          {side('height', height)}
        </div>
      </Section>
      {symbol === null && (
        <Section title={t.look}>
          <PropertyRow label={t.background}>
            <ColourInput
              label={t.background}
              value={background.color}
              isNeeded
              isDisabled={isReadOnly}
              onChange={(color) => void setPage({ background: { ...background, color } })}
            />
          </PropertyRow>
          <PropertyRow label={t.backgroundPicture}>
            <PictureInput
              label={t.backgroundPicture}
              holds="picture"
              value={background.picture ?? ''}
              isDisabled={isReadOnly}
              onChange={(picture) => {
                const { picture: _, ...others } = background
                setPage({ background: picture === '' ? others : { ...others, picture } })
              }}
            />
          </PropertyRow>
          <PropertyRow label={t.style}>
            <Select<'grey' | 'coloured'>
              label={t.style}
              isLabelHidden
              isDisabled={isReadOnly}
              options={[
                { id: 'grey', label: t.styleGrey },
                { id: 'coloured', label: t.styleColoured },
              ]}
              value={style}
              onChange={(next) => void setPage({ style: next })}
            />
          </PropertyRow>
          <PropertyRow label={t.grid} help={t.gridHelp}>
            <NumberInput
              label={t.grid}
              min={0}
              max={500}
              unit="px"
              value={grid}
              isDisabled={isReadOnly}
              onChange={(next) => next !== null && setPage({ grid: next })}
            />
          </PropertyRow>
        </Section>
      )}
      {symbol === null && drawn.is === 'dashboard' && (
        <>
          <DashboardTimeSection />
          <VariablesSection />
        </>
      )}
    </>
  )
}
