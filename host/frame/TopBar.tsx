import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../../elements/define/index.ts'
import { Button, IconButton } from '../../elements/kit/Button.tsx'
import { Menu } from '../../elements/kit/Menu.tsx'
import { FindButton } from '../find/FindButton.tsx'
import { useHelp } from '../help/use-help.ts'
import { text } from '../text.ts'
import { useConsole, useSignOut } from '../use-console.ts'
import { ConnectionState } from './ConnectionState.tsx'
import { Errors } from './Errors.tsx'
import { Looks } from './Looks.tsx'
import { enterWall } from './wall.ts'
import { ZoneMark } from './ZoneMark.tsx'

interface TopBarProps {
  alarmBar: ReactNode
  /** Whether alarms are heard, and its button. */
  sound: ReactNode
  isNarrow: boolean
}

export function TopBar({ alarmBar, sound, isNarrow }: TopBarProps) {
  const t = useText(text)
  const { connection, rights } = useConsole()
  const tenant = useStore(rights.$rights)?.tenant_name
  const name = useStore(connection.$session)?.name ?? ''
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  const openHelp = useHelp()
  return (
    <header className="top-bar">
      <span className="top-bar-tenant">{tenant || 'Sightglass'}</span>
      {alarmBar}
      <span className="top-bar-right">
        <Errors />
        <FindButton />
        <ConnectionState />
        {!isNarrow && <ZoneMark />}
        {sound}
        {!isNarrow && (
          <>
            <IconButton icon="expand" label={t.wall} onPress={enterWall} />
            <IconButton icon="info" label={t.helpOfPage} onPress={openHelp} />
            <Looks />
            <Menu
              label={t.account({ name })}
              entries={[
                { id: 'account', label: t.accountPage, icon: 'user', onAction: () => navigate('/account') },
                { id: 'sign-out', label: t.signOut, icon: 'log-out', onAction: signOut },
              ]}
            >
              <Button look="plain" icon="user">
                {name}
              </Button>
            </Menu>
          </>
        )}
      </span>
    </header>
  )
}
