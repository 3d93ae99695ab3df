import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  findUsers: ['查找用户', 'Find users'],
  noUsers: ['没有匹配的用户', 'No user matches'],
  removeUser: ['移除 {{name}}', 'Remove {{name}}'],
})
