import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSheet, useText } from '../../elements/define/index.ts'
import { Button } from '../../elements/kit/Button.tsx'
import { text } from '../text.ts'
import { useConsole, useFirstPath, useSignOut } from '../use-console.ts'
import { PlainPage } from './PlainPage.tsx'
import sheet from './plain-page.css?sheet'

interface RefusalProps {
  code: '403' | '404'
  title: string
  explanation: string
}

/** A refusal that is a page of its own, with the way out of the session, which the frame has otherwise. */
export function RefusalPage(props: RefusalProps) {
  const t = useText(text)
  const signOut = useSignOut()
  const session = useStore(useConsole().connection.$session)
  return (
    <PlainPage title={props.title}>
      <Refusal {...props} mayGoBack>
        {session && (
          <Button look="plain" icon="log-out" onPress={signOut}>
            {t.signOut}
          </Button>
        )}
      </Refusal>
    </PlainPage>
  )
}

interface RefusalInFrameProps extends RefusalProps {
  /** Not where nothing of ours is behind it. */
  mayGoBack: boolean
  children?: ReactNode
}

/** No access, not permitted, not found: what it means, and where to go on. */
export function Refusal({ code, title, explanation, mayGoBack, children }: RefusalInFrameProps) {
  useSheet(sheet)
  const t = useText(text)
  const first = useFirstPath()
  const [, navigate] = useLocation()
  return (
    <div className="refusal">
      <span className="refusal-code">{code}</span>
      <h1 className="refusal-title">{title}</h1>
      <p className="refusal-why">{explanation}</p>
      <div className="refusal-actions">
        {mayGoBack && history.length > 1 && <Button onPress={() => history.back()}>{t.back}</Button>}
        <Button look="primary" onPress={() => navigate(first)}>
          {t.home}
        </Button>
        {children}
      </div>
    </div>
  )
}
