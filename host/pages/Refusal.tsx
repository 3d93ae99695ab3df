import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { firstPath } from '../guard.ts'
import { text } from '../text.ts'
import { useConsole, useSignOut } from '../use-console.ts'
import { PlainPage } from './PlainPage.tsx'

interface RefusalProps {
  code: '401' | '403' | '404'
  title: string
  explanation: string
  /** Not where going back would lead to the same refusal again. */
  mayGoBack: boolean
}

/** No access, not permitted, not found: what it means, and where to go on. */
export function Refusal({ code, title, explanation, mayGoBack }: RefusalProps) {
  const t = useText(text)
  const { connection, rights } = useConsole()
  const held = useStore(rights.$rights)
  const session = useStore(connection.$session)
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  return (
    <PlainPage title={title}>
      <div className="refusal">
        <span className="refusal-code">{code}</span>
        <h1 className="refusal-title">{title}</h1>
        <p className="refusal-why">{explanation}</p>
        <div className="refusal-actions">
          {mayGoBack && history.length > 1 && <Button onPress={() => history.back()}>{t.back}</Button>}
          <Button look="primary" onPress={() => navigate(firstPath(held?.menuPermissions, held?.roles ?? []))}>
            {t.home}
          </Button>
          {session && (
            <Button look="plain" icon="log-out" onPress={signOut}>
              {t.signOut}
            </Button>
          )}
        </div>
      </div>
    </PlainPage>
  )
}
