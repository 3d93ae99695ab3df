import type { Profile } from '../../../../core/contract/account.ts'
import { useText } from '../../../define/index.ts'
import { Note } from '../Note.tsx'
import { text as frame } from '../text.ts'
import { AddressRow } from './AddressRow.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { text } from './text.ts'
import { Wechat, type WechatReturn } from './Wechat.tsx'

interface SecurityProps {
  profile: Profile
  frozen: string | null
  onChanged: (profile: Profile) => void
  backPath: string
  /** What WeChat led back with; null when it did not. */
  wechat: WechatReturn | null
  onWechatUsed: () => void
}

/** What signs this user in, and where messages about it go. */
export function Security({ profile, frozen, onChanged, backPath, wechat, onWechatUsed }: SecurityProps) {
  const t = useText(text)
  const { security } = useText(frame)
  const isFrozen = frozen !== null
  return (
    <section className="account-section">
      <h2>{security}</h2>
      {frozen && <Note>{frozen}</Note>}
      {!isFrozen && (
        <div className="account-card">
          <h3>{t.password}</h3>
          <PasswordForm user_name={profile.user_name} rule={profile.password_rule} />
        </div>
      )}
      <div className="account-card">
        <h3>{t.addresses}</h3>
        <AddressRow
          kind="phone"
          address={profile.user_tel}
          isVerified={profile.is_tel_verified}
          isFrozen={isFrozen}
          onChanged={onChanged}
        />
        <AddressRow
          kind="email"
          address={profile.email}
          isVerified={profile.is_email_verified}
          isFrozen={isFrozen}
          onChanged={onChanged}
        />
      </div>
      <div className="account-card">
        <h3>{t.wechat}</h3>
        <Wechat
          isBound={profile.is_wechat_bound}
          isFrozen={isFrozen}
          backPath={backPath}
          returned={wechat}
          onUsed={onWechatUsed}
          onChanged={onChanged}
        />
      </div>
    </section>
  )
}
