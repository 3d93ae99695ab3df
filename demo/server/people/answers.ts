import type { ServerAnswers } from '../http/http.ts'
import { type AccountParts, accountAnswers } from './account.ts'
import { type LoginCheckParts, loginCheckAnswers } from './login-check.ts'
import { privilegeAnswers } from './privilege.ts'
import { type RoleParts, roleAnswers } from './role.ts'
import { type SessionParts, sessionAnswers } from './session.ts'
import { signInRuleAnswers } from './sign-in-rule.ts'
import { type UserParts, userAnswers } from './user.ts'
import { userGroupAnswers } from './user-group.ts'

type Nouns = 'session' | 'loginCheck' | 'account' | 'signInRule' | 'user' | 'userGroup' | 'role' | 'privilege'

export const peopleAnswers = (
  parts: AccountParts & LoginCheckParts & RoleParts & SessionParts & UserParts,
): Pick<ServerAnswers, Nouns> => ({
  session: sessionAnswers(parts),
  loginCheck: loginCheckAnswers(parts),
  account: accountAnswers(parts),
  signInRule: signInRuleAnswers(parts.db, parts.now),
  user: userAnswers(parts),
  userGroup: userGroupAnswers(parts),
  role: roleAnswers(parts),
  privilege: privilegeAnswers(parts),
})
