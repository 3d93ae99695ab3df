import { useMemo } from 'react'
import { type AddressKind, emailOf, phoneOf } from '../../../core/contract/person.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { AREA_CODES } from './area-codes.ts'
import sheet from './sent-code.css?sheet'
import { text } from './text.ts'

/** A phone number or an e-mail address, as it is being typed. */
export interface AddressDraft {
  kind: AddressKind
  region: string
  number: string
  email: string
}

export const NO_ADDRESS: AddressDraft = { kind: 'phone', region: 'CN', number: '', email: '' }

const codeOf = (region: string) => AREA_CODES.find((row) => row.region === region)?.code ?? '86'

/** The address as the server takes it; null while it is none. */
export const draftAddress = ({ kind, region, number, email }: AddressDraft): string | null =>
  kind === 'email' ? emailOf(email) : phoneOf(`+${codeOf(region)} ${number.replace(/\D/g, '')}`)

/** What to tell at the field of a draft that is no address yet. */
export function useAddressFault(): (draft: AddressDraft) => string {
  const t = useText(text)
  return ({ kind, region }) =>
    kind === 'email' ? t.addressWrong : codeOf(region) === '86' ? t.numberWrong : t.numberElsewhere
}

interface AddressFieldProps {
  draft: AddressDraft
  onChange: (draft: AddressDraft) => void
  error?: string | undefined
  isAutoFocus?: boolean
}

/** Phone or e-mail, as the user likes; numbers with the international area code. */
export function AddressField({ draft, onChange, error, isAutoFocus }: AddressFieldProps) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const set = (part: Partial<AddressDraft>) => onChange({ ...draft, ...part })
  const regions = useMemo(() => {
    const names = new Intl.DisplayNames(lang, { type: 'region' })
    return AREA_CODES.map(({ region, code }) => ({ id: region, label: `+${code}`, note: names.of(region) ?? region }))
  }, [lang])
  const kinds: readonly AddressKind[] = ['phone', 'email']
  return (
    <div className="address-field">
      <fieldset className="address-kinds">
        <legend className="sg-hidden-visually">{t.by}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="address-kind">
            <input
              type="radio"
              name="address-kind"
              value={kind}
              checked={draft.kind === kind}
              onChange={() => set({ kind })}
            />
            <span>{t[kind]}</span>
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
            maxLength={20}
            value={draft.number}
            onChange={(number) => set({ number })}
            error={error}
            isRequired
            {...(isAutoFocus && { isAutoFocus })}
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
