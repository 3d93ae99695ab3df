import { defineText } from '../../../../core/text/define-text.ts'
import { useText } from '../../../define/index.ts'
import type { Drawn } from './drawn.ts'

const text = defineText({
  screen: ['画面', 'screen'],
  dashboard: ['仪表盘', 'dashboard'],
})

/** What people call that which is drawn. */
export function useNoun({ is }: Pick<Drawn, 'is'>): string {
  return useText(text)[is]
}
