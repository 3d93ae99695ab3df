import { useState } from 'react'
import { isForFormulas } from '../../../core/rules/formula.ts'
import { useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { ExpressionInput } from '../../parts/expression/ExpressionInput.tsx'
import { TYPES } from '../../parts/point-table/point-rows.ts'
import { text as tableText } from '../../parts/point-table/text.ts'
import { text as sharedText } from '../../parts/text.ts'
import { text } from './editor-text.ts'
import type { FormulaItemProps } from './formula-item.ts'
import { InsertPoint } from './InsertPoint.tsx'
import { NowValue } from './NowValue.tsx'

type FormulaFieldsProps = Pick<
  FormulaItemProps,
  'row' | 'tried' | 'alarm' | 'wrong' | 'soon' | 'offered' | 'onChange' | 'onRenamed'
>

/** The fields of a point: what it is worth first, then how it is shown. */
export function FormulaFields({ row, tried, alarm, wrong, soon, offered, onChange, onRenamed }: FormulaFieldsProps) {
  const t = useText(text)
  const c = useText(tableText)
  const { englishNameHelp } = useText(sharedText)
  /** Before it was being changed. */
  const [known, setKnown] = useState(row.key.trim())
  const said = wrong?.formula ? wrong : soon?.formula ? soon : undefined
  return (
    <div className="formula-fields">
      <TextField
        label={c.name}
        name="point_name"
        value={row.name}
        onChange={(name) => onChange({ name })}
        error={wrong?.name}
        autoComplete="off"
        isRequired
      />
      <TextField
        label={c.name_en}
        help={englishNameHelp}
        name="point_name_en"
        value={row.name_en}
        onChange={(name_en) => onChange({ name_en })}
        error={wrong?.name_en}
        autoComplete="off"
      />
      <TextField
        label={c.key}
        name="point_key"
        help={t.keyHelp}
        value={row.key}
        onChange={(key) => onChange({ key })}
        onBlur={() => {
          onRenamed(known)
          setKnown(row.key.trim())
        }}
        error={wrong?.key}
        autoComplete="off"
        isRequired
      />
      <div className="formula-whole">
        <ExpressionInput
          label={t.formula}
          value={row.formula}
          points={offered}
          offers={isForFormulas}
          help={t.formulaHelp}
          placeholder=""
          error={said?.formula}
          errorAt={said?.spot ?? null}
          onChange={(formula) => onChange({ formula })}
          tools={(insert) => <InsertPoint onInsert={insert} />}
        />
        <p className="formula-result">
          <span className="virtual-quiet">{t.now}</span>
          <NowValue row={row} tried={tried} alarm={alarm} problem={soon?.formula} />
        </p>
      </div>
      <Select
        label={c.data_type}
        options={TYPES.map((id) => ({ id, label: c[id] }))}
        value={row.data_type}
        onChange={(data_type) => onChange({ data_type })}
        error={wrong?.data_type}
      />
      <TextField
        label={c.unit}
        name="point_unit"
        value={row.unit}
        onChange={(unit) => onChange({ unit })}
        error={wrong?.unit}
        autoComplete="off"
      />
      {row.data_type === 'number' && (
        <TextField
          label={c.decimals}
          name="point_decimals"
          value={row.decimals}
          onChange={(decimals) => onChange({ decimals })}
          error={wrong?.decimals}
          autoComplete="off"
        />
      )}
      {row.data_type !== 'string' && (row.data_type === 'enum' || row.enum_text !== '') && (
        <div className="formula-whole">
          <TextField
            label={c.enum_text}
            name="point_enum_text"
            value={row.enum_text}
            onChange={(enum_text) => onChange({ enum_text })}
            error={wrong?.enum_text}
            autoComplete="off"
            isRequired={row.data_type === 'enum'}
          />
        </div>
      )}
      <div className="formula-whole">
        <Checkbox isSelected={row.keep_history} onChange={(keep_history) => onChange({ keep_history })}>
          {c.keep_history}
        </Checkbox>
      </div>
    </div>
  )
}
