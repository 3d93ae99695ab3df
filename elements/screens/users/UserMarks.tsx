import { USER_TYPES } from '../../../core/catalogue/permissions.ts'
import type { User } from '../../../core/contract/user.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { useElement, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { text } from './text.ts'

const KINDS = Object.values(USER_TYPES)

/** What kind of user this is, in words. */
export const kindWord = (user_type: number, lang: Lang): string => KINDS[user_type - 1]?.[lang] ?? ''

/** Activated or locked, by shape and word. */
export function StateWord({ isActive }: Pick<User, 'isActive'>) {
  const t = useText(text)
  return (
    <span className={isActive === 1 ? 'user-state' : 'user-state user-state-locked'}>
      <Icon name={isActive === 1 ? 'circle' : 'cross'} size={12} />
      {isActive === 1 ? t.activated : t.locked}
    </span>
  )
}

/** Who it is: full name or nickname, the name that signs in, and the kind where it is no sub-user. */
export function Names({ user }: { user: User }) {
  const { lang } = useElement()
  const t = useText(text)
  return (
    <span className="user-names">
      <strong>{nameOf(user)}</strong>
      <span className="user-quiet">{user.user_name}</span>
      {user.user_type < 3 && (
        <Badge>
          <span title={kindWord(user.user_type, lang)}>{user.user_type === 1 ? t.administrator : t.secondLevel}</span>
        </Badge>
      )}
    </span>
  )
}

export const rolesText = ({ roles }: Pick<User, 'roles'>, none: string): string =>
  roles.map(({ role_name }) => role_name).join(', ') || none

/** What a person is called in a sentence. */
export const nameOf = ({ full_name, name, user_name }: Pick<User, 'full_name' | 'name' | 'user_name'>): string =>
  full_name || name || user_name
