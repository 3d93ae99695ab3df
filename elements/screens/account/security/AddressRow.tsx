import { useState } from 'react'
import type { Profile } from '../../../../core/contract/account.ts'
import type { AddressKind } from '../../../../core/contract/person.ts'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { AddressForm } from './AddressForm.tsx'
import { text } from './text.ts'

interface AddressRowProps {
  kind: AddressKind
  /** Shown in part by the server; null for none. */
  address: string | null
  isVerified: boolean
  isFrozen: boolean
  onChanged: (profile: Profile) => void
}

/** A phone or an e-mail as it is, and below it, once opened, the form for another. */
export function AddressRow({ kind, address, isVerified, isFrozen, onChanged }: AddressRowProps) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState('')
  const isPhone = kind === 'phone'
  const action =
    address === null
      ? isPhone
        ? t.bindPhone
        : t.bindEmail
      : isVerified
        ? isPhone
          ? t.changePhone
          : t.changeEmail
        : isPhone
          ? t.verifyPhone
          : t.verifyEmail
  return (
    <div className="account-bound">
      <div className="account-row">
        <span className="account-row-name">{isPhone ? t.phone : t.email}</span>
        <span className="account-row-value">
          {address ?? <span className="account-quiet">{t.notSet}</span>}
          {address !== null && (
            <span className={isVerified ? 'account-mark account-mark-good' : 'account-mark'}>
              <Icon name={isVerified ? 'check' : 'unknown'} size={12} />
              {isVerified ? t.verified : t.notVerified}
            </span>
          )}
        </span>
        {!isFrozen && !isOpen && (
          <Button
            onPress={() => {
              setDone('')
              setOpen(true)
            }}
          >
            {action}
          </Button>
        )}
      </div>
      <p className="account-done" role="status">
        {done}
      </p>
      {isOpen && !isFrozen && (
        <AddressForm
          kind={kind}
          label={action}
          onClose={() => setOpen(false)}
          onBound={(profile) => {
            setOpen(false)
            setDone(isPhone ? t.phoneBound : t.emailBound)
            onChanged(profile)
          }}
        />
      )}
    </div>
  )
}
