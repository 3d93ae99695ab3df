import { PERMISSIONS, type Permission } from '../../core/catalogue/permissions.ts'
import { defineText } from '../../core/text/define-text.ts'
import { useElement, useText } from '../define/index.ts'

const text = defineText({
  missing: [
    '您没有“{{right}}”权限。需要时，请联系管理员。',
    'You do not hold the right “{{right}}”. Ask an administrator if you need it.',
  ],
})

/** Says, where something cannot be done for want of a right, which one that is and who gives it. */
export function useMissingRight(): (right: Permission) => string {
  const t = useText(text)
  const { lang } = useElement()
  return (right) => t.missing({ right: PERMISSIONS[right][lang] })
}
