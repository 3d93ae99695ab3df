import type { Words } from './words.ts'

/** Why the server ended a session that nobody signed out of; sent to open pages along with 100009. */
export const SESSION_ENDS = {
  elsewhere: { zh: '该账号已在其他地方登录', en: 'This account signed in elsewhere' },
  password: { zh: '密码已修改', en: 'The password was changed' },
  disabled: { zh: '账号已被锁定或删除', en: 'The account was locked or deleted' },
  role: { zh: '权限已变更', en: 'The rights of this account changed' },
  ended: { zh: '已在其他会话中退出登录', en: 'This session was signed out from another one' },
  simulation: { zh: '模拟登录已结束', en: 'The simulated sign-in is over' },
} as const satisfies Record<string, Words>

export type SessionEnd = keyof typeof SESSION_ENDS

export const isSessionEnd = (text: string): text is SessionEnd => Object.hasOwn(SESSION_ENDS, text)
