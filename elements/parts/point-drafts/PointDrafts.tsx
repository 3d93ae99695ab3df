import type { ReactNode } from 'react'
import type { DataType } from '../../../core/contract/device.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import sheet from './point-drafts.css?sheet'
import { text } from './text.ts'

/** A point that a device reports, as it is to be added. */
export interface PointDraft {
  key: string
  isChosen: boolean
  name: string
  unit: string
  data_type: DataType
  /** The device has it with this name already: nothing is asked. */
  isNamed?: boolean
}

/** Nothing but what the device says: all are chosen, and named by their keys until somebody types a name. */
export const pointDraft = ({ key, data_type }: { key: string; data_type: DataType }): PointDraft => ({
  key,
  isChosen: true,
  name: key.slice(0, 32),
  unit: '',
  data_type,
})

export const isNameMissing = ({ isChosen, name }: PointDraft) => isChosen && name.trim() === ''

interface PointDraftsProps<Draft extends PointDraft> {
  drafts: readonly Draft[]
  onChange: (key: string, part: Partial<PointDraft>) => void
  /** What is wrong is shown. */
  isTried?: boolean
  /** Its newest value. */
  shownBeside?: (draft: Draft) => ReactNode
}

/** Points to choose from, each with what is asked of it. */
export function PointDrafts<Draft extends PointDraft>({
  drafts,
  onChange,
  isTried = false,
  shownBeside,
}: PointDraftsProps<Draft>) {
  useSheet(sheet)
  const t = useText(text)
  const typeOptions = (['number', 'boolean', 'string', 'enum'] as const).map((id) => ({ id, label: t[id] }))
  return (
    <ul className="point-drafts">
      {drafts.map((draft) => {
        const { key, isChosen, name, unit, data_type, isNamed = false } = draft
        return (
          <li key={key} className="point-draft">
            <div className="point-draft-key">
              <Checkbox isSelected={isChosen} onChange={(next) => onChange(key, { isChosen: next })}>
                <code>{key}</code>
              </Checkbox>
              {shownBeside?.(draft)}
            </div>
            {isNamed ? (
              <>
                <span>{name}</span>
                <span>{unit}</span>
                <span className="point-draft-type">{t[data_type]}</span>
              </>
            ) : (
              <>
                <TextField
                  label={t.name}
                  value={name}
                  maxLength={32}
                  isDisabled={!isChosen}
                  error={isTried && isNameMissing(draft) ? t.nameMissing : undefined}
                  onChange={(next) => onChange(key, { name: next })}
                />
                <TextField
                  label={t.unit}
                  value={unit}
                  maxLength={16}
                  isDisabled={!isChosen}
                  onChange={(next) => onChange(key, { unit: next })}
                />
                <Select
                  label={t.type}
                  options={typeOptions}
                  value={data_type}
                  isDisabled={!isChosen}
                  onChange={(next) => onChange(key, { data_type: next })}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
