import type { ReactNode } from 'react'
import type { User } from '../../../core/contract/user.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Age } from '../../parts/Age.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { type GroupTree, pathOf } from '../../parts/user-group-picker/group-options.ts'
import type { UserAction } from './access.ts'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import { text as panelText } from './panel-text.ts'
import { Quotas } from './Quotas.tsx'
import { text } from './text.ts'
import { kindWord, nameOf, rolesText, StateWord } from './UserMarks.tsx'

export type UserTab = 'overview' | 'edit' | 'quotas'

interface UserPanelProps extends Omit<EditFormProps, 'mayRoles'> {
  tab: UserTab
  onTab: (tab: UserTab) => void
  may: (action: UserAction) => boolean
  isPending: boolean
  /** What a button or the menu asks for. */
  onAction: (action: 'rights' | 'password' | 'lock' | 'activate' | 'delete' | 'simulate') => void
  onClose: () => void
}

/** One user: what is known, the form, the quotas, and what else can be done. */
export function UserPanel({ tab, onTab, may, isPending, onAction, onClose, ...form }: UserPanelProps) {
  const p = useText(panelText)
  const { user } = form
  const isActive = user.isActive === 1
  const rare: (MenuEntry | 'line')[] = [
    ...(may('simulate')
      ? [{ id: 'simulate', label: p.simulate, icon: 'external' as const, onAction: () => onAction('simulate') }]
      : []),
    ...(may('delete')
      ? [
          ...(may('simulate') ? (['line'] as const) : []),
          {
            id: 'delete',
            label: p.delete,
            icon: 'trash' as const,
            isDanger: true,
            onAction: () => onAction('delete'),
          },
        ]
      : []),
  ]
  const buttons: ReactNode[] = [
    rare.length > 0 && (
      <span key="more" className="user-more">
        <MoreMenu label={p.more} placement="top start" entries={rare} />
      </span>
    ),
    may('lock') && (
      <Button key="lock" isPending={isPending} onPress={() => onAction(isActive ? 'lock' : 'activate')}>
        {isActive ? p.lock : p.activate}
      </Button>
    ),
    may('password') && (
      <Button key="password" onPress={() => onAction('password')}>
        {p.reset}
      </Button>
    ),
    may('rights') && (
      <Button key="rights" onPress={() => onAction('rights')}>
        {p.rights}
      </Button>
    ),
  ].filter(Boolean)
  const shown = (tab === 'edit' && !may('edit')) || (tab === 'quotas' && !may('quotas')) ? 'overview' : tab
  return (
    <SidePanel title={nameOf(user)} onClose={onClose} actions={shown === 'overview' && buttons.length > 0 && buttons}>
      <Tabs<UserTab>
        label={p.sections}
        selected={shown}
        onSelect={onTab}
        tabs={[
          { id: 'overview', label: p.overview, content: () => <UserFacts user={user} tree={form.tree} /> },
          ...(may('edit')
            ? [
                {
                  id: 'edit' as const,
                  label: p.edit,
                  content: () => <EditForm {...form} mayRoles={may('roles')} />,
                },
              ]
            : []),
          ...(may('quotas')
            ? [
                {
                  id: 'quotas' as const,
                  label: p.quotas,
                  content: () => <Quotas user_id={user.user_id} mayEdit={may('edit')} />,
                },
              ]
            : []),
        ]}
      />
    </SidePanel>
  )
}

function UserFacts({ user, tree }: { user: User; tree: GroupTree }) {
  const t = useText(text)
  const format = useFormat()
  const p = useText(panelText)
  const { lang } = useElement()
  const { user_group_id, group_name } = user
  return (
    <Facts
      facts={[
        [t.user_name, user.user_name],
        [t.name, user.name],
        [t.full_name, user.full_name || null],
        [p.password, user.must_change_password ? p.notChanged : null],
        [t.kind, kindWord(user.user_type, lang)],
        [t.state, <StateWord key="state" isActive={user.isActive} />],
        [t.group, user_group_id === null ? t.noGroup : pathOf(tree, user_group_id) || group_name],
        [t.roles, rolesText(user, t.noRoles)],
        [t.direct, user.user_type === 1 ? null : user.has_direct ? t.hasDirect : t.noDirect],
        [t.phone, user.user_tel],
        [t.email, user.email],
        [t.lastSeen, user.last_seen_time === null ? t.never : <Age key="seen" time={user.last_seen_time} />],
        [t.created, format.dateTime(user.create_time)],
      ]}
    />
  )
}
