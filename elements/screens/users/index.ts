import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { Users } from './Users.tsx'
import sheet from './users.css?sheet'

/**
 * `<sg-users search="li" group="3" role="2" state="locked" sort="-last_seen_time" page="2">`: the users whom the caller
 * oversees: created, edited, moved, locked, deleted, with their passwords, quotas and direct rights, as far as the
 * caller's own rights go. The filters can be set from outside and follow what the user chooses; every choice is reported by
 * `sg-view-change` with all of them. After a sign-in as another user, `sg-simulated` `{user_id, name}` is sent.
 */
export const UsersElement = defineElement('sg-users', Users, { ...api, css: [sheet] })
