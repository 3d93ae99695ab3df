import type { text } from './text.ts'

type Word = keyof (typeof text)['rows']

/** What has to be cleared before an account can be closed, and where that is done, by the code that refuses. */
export const PRECONDITIONS = [
  { code: '110329', name: 'users', go: 'toUsers', path: '/team/user' },
  { code: '110330', name: 'virtual', go: 'toVirtual', path: '/device/virtualDevice' },
  { code: '110331', name: 'templates', go: 'toTemplates', path: '/configureManage/devTemplate' },
  { code: '110332', name: 'devices', go: 'toDevices', path: '/device' },
] as const satisfies readonly { code: string; name: Word; go: Word; path: string }[]
