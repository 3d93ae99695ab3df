import { messageOf } from '../../../../core/catalogue/codes.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { PRECONDITIONS } from './preconditions.ts'
import { text } from './text.ts'

interface PreconditionsProps {
  left: readonly { code: string; count: number }[]
  onNavigate: (detail: { path: string }) => void
}

/** Each of them with a tick, or with what is left and the way there. */
export function Preconditions({ left, onNavigate }: PreconditionsProps) {
  const t = useText(text)
  const { lang } = useElement()
  const strange = left.filter(({ code }) => !PRECONDITIONS.some((known) => known.code === code))
  const rows = [...PRECONDITIONS, ...strange.map(({ code }) => ({ code, name: null, go: null, path: '' }))]
  return (
    <div className="account-card">
      <h3>{t.first}</h3>
      <ul className="account-left">
        {rows.map(({ code, name, go, path }) => {
          const found = left.find((row) => row.code === code)
          return (
            <li key={code} className="account-row">
              <span className={found ? 'account-mark account-mark-warning' : 'account-mark account-mark-good'}>
                <Icon name={found ? 'warning' : 'check'} />
              </span>
              <span className="account-row-value">
                {name && <strong>{t[name]}</strong>}
                {found ? (
                  <span>
                    {messageOf(code, lang)} · {t.left({ count: found.count })}
                  </span>
                ) : (
                  <span className="account-quiet">{t.clear}</span>
                )}
              </span>
              {found && go && <Button onPress={() => onNavigate({ path })}>{t[go]}</Button>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
