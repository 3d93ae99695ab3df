import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, type PasswordRule } from '../../../core/contract/person.ts'
import { signInRule } from '../../../core/stores/collections/people.ts'
import { useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { PasswordField } from '../../kit/TextField.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './panel-text.ts'
import { ruleWords, type Wrong } from './user-form.ts'

/** How a new password comes about. */
export interface PasswordDraft {
  isGenerated: boolean
  password: string
  again: string
  must_change_password: boolean
}
export const NEW_PASSWORD: PasswordDraft = { isGenerated: true, password: '', again: '', must_change_password: true }

/** What the organisation asks of passwords. */
export function usePasswordRule(): PasswordRule {
  return useCollection(signInRule).data?.password_rule ?? DEFAULT_PASSWORD_RULE
}

interface NewPasswordProps {
  draft: PasswordDraft
  set: (part: Partial<PasswordDraft>) => void
  rule: PasswordRule
  wrong: Wrong
}

/** Generated, or typed twice. */
export function NewPassword({ draft, set, rule, wrong }: NewPasswordProps) {
  const t = useText(text)
  return (
    <>
      <div>
        <Checkbox isSelected={draft.isGenerated} onChange={(isGenerated) => set({ isGenerated })}>
          {t.generate}
        </Checkbox>
        {draft.isGenerated && <p className="user-quiet">{t.generateHelp}</p>}
        {draft.isGenerated && wrong.password && (
          <p className="user-wrong" role="alert">
            {wrong.password}
          </p>
        )}
      </div>
      {!draft.isGenerated && (
        <>
          <PasswordField
            label={t.passwordNew}
            name="password"
            autoComplete="new-password"
            help={ruleWords(rule, t)}
            maxLength={LIMITS.strongPassword}
            value={draft.password}
            onChange={(password) => set({ password })}
            error={wrong.password}
            isRequired
          />
          <PasswordField
            label={t.passwordAgain}
            name="again"
            autoComplete="new-password"
            maxLength={LIMITS.strongPassword}
            value={draft.again}
            onChange={(again) => set({ again })}
            error={wrong.again}
            isRequired
          />
        </>
      )}
      <div>
        <Checkbox
          isSelected={draft.must_change_password}
          onChange={(must_change_password) => set({ must_change_password })}
        >
          {t.mustChange}
        </Checkbox>
        <p className="user-quiet">{t.mustChangeHelp}</p>
      </div>
    </>
  )
}
