import { defineElement } from '../../define/index.ts'
import { Account } from './Account.tsx'
import sheet from './account.css?sheet'
import { api } from './api.ts'

/**
 * `<sg-account section="security" back-path="/account?section=security">`: the signed-in user's own account, in five
 * parts: `personal`, `security` (password, phone, e-mail, WeChat), `push` (which alarms reach the user by those),
 * `sessions` and `closing`. Opened with `wechat-code`
 * and `wechat-state`, as WeChat leads back, it binds WeChat once and reports by `sg-view-change` that they can be removed. Closing
 * the account sends `sg-account-closed`, then the connection signs out.
 */
export const AccountElement = defineElement('sg-account', Account, { ...api, css: [sheet] })
