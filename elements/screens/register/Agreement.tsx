import { useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { PathLink } from '../../parts/sent-code/PathLink.tsx'
import { text } from './text.ts'

interface AgreementProps {
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
  error?: string | undefined
  privacyPath: string
  onNavigate: (detail: { path: string }) => boolean
}

export function Agreement({ isAgreed, onChange, error, privacyPath, onNavigate }: AgreementProps) {
  const t = useText(text)
  return (
    <div className="register-agree" data-wrong={error ? true : undefined}>
      <Checkbox isSelected={isAgreed} onChange={onChange} name="agreed">
        <span>
          {t.agree}{' '}
          {privacyPath ? (
            <PathLink path={privacyPath} onNavigate={onNavigate}>
              {t.privacy}
            </PathLink>
          ) : (
            t.privacy
          )}
        </span>
      </Checkbox>
      {error && (
        <p className="register-wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
