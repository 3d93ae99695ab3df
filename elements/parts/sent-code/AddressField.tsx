import { useMemo } from 'react'
import type { AddressKind } from '../../../core/contract/person.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { type AddressDraft, withNumber } from './address-draft.ts'
import { namedAreaCodes } from './area-codes.ts'
import sheet from './sent-code.css?sheet'
import { text } from './text.ts'

const KINDS: readonly AddressKind[] = ['phone', 'email']

interface AddressFieldProps {
  draft: AddressDraft
  onChange: (draft: AddressDraft) => void
  error?: string | undefined
}

/** Phone or e-mail, as the user likes; numbers with the international area code. */
export function AddressField({ draft, onChange, error }: AddressFieldProps) {
  useSheet(sheet)
  const t = useText(text)
  const { locale } = useElement()
  const set = (part: Partial<AddressDraft>) => onChange({ ...draft, ...part })
  // The search of the list looks at the label alone: it is found by number and by name.
  const regions = useMemo(
    () => namedAreaCodes(locale).map(({ region, code, name }) => ({ id: region, label: `+${code} ${name}` })),
    [locale],
  )
  return (
    <div className="address-field">
      <fieldset className="address-kinds">
        <legend className="sg-hidden-visually">{t.by}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="address-kind">
            <input
              type="radio"
              name="address-kind"
              value={kind}
              checked={draft.kind === kind}
              onChange={() => set({ kind })}
            />
            {t[kind]}
          </label>
        ))}
      </fieldset>
      {draft.kind === 'phone' ? (
        <div className="address-phone">
          <Select
            label={t.area}
            options={regions}
            value={draft.region}
            onChange={(region) => set({ region })}
            isSearchable
          />
          <TextField
            label={t.number}
            name="phone"
            type="tel"
            autoComplete="tel-national"
            maxLength={24}
            value={draft.number}
            onChange={(number) => onChange(withNumber(draft, number))}
            error={error}
            isRequired
          />
        </div>
      ) : (
        <TextField
          label={t.address}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={draft.email}
          onChange={(email) => set({ email })}
          error={error}
          isRequired
        />
      )}
    </div>
  )
}
