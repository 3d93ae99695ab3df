import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { useText } from '../../elements/define/index.ts'
import { Button, IconButton } from '../../elements/kit/Button.tsx'
import { Menu } from '../../elements/kit/Menu.tsx'
import { text } from '../text.ts'
import { useConsole, useSignOut } from '../use-console.ts'
import { AlarmBar } from './AlarmBar.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { Errors } from './Errors.tsx'
import { Looks } from './Looks.tsx'
import type { OpenAlarms } from './use-open-alarms.ts'
import { enterWall } from './wall.ts'

interface TopBarProps {
  openAlarms: OpenAlarms
  alarmPath: string
  isNarrow: boolean
}

export function TopBar({ openAlarms, alarmPath, isNarrow }: TopBarProps) {
  const t = useText(text)
  const { connection, rights } = useConsole()
  const tenant = useStore(rights.$rights)?.tenant_name
  const name = useStore(connection.$session)?.name ?? ''
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  return (
    <header className="top-bar">
      <span className="top-bar-tenant">{tenant || 'Sightglass'}</span>
      <AlarmBar alarms={openAlarms} path={alarmPath} isNarrow={isNarrow} />
      <span className="top-bar-right">
        <Errors />
        <ConnectionState />
        {!isNarrow && (
          <>
            <IconButton icon="expand" label={t.wall} onPress={enterWall} />
            <Looks />
            <Menu
              label={t.account({ name })}
              entries={[
                { id: 'account', label: t.accountPage, icon: 'user', onAction: () => navigate('/account') },
                { id: 'help', label: t.help, icon: 'info', onAction: () => navigate('/help') },
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
