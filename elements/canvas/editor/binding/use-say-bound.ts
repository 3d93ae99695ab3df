import { type Lang, translate } from '../../../../core/text/define-text.ts'
import { useConnection } from '../../../define/index.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useEditor } from '../editor-context.ts'
import type { Bound } from './bind-main.ts'
import { pointAlone } from './point-alone.ts'
import { text } from './text.ts'

/** Says of a list of points what became of one; a binding is seen in its panel. */
export function useSayBound(): (outcome: Bound | null, written: string) => void {
  const { toasts } = useConnection()
  const { template } = useEditor()
  return (outcome, written) => {
    if (outcome === null || outcome === 'bound') return
    const said = (lang: Lang) => {
      const point = pointAlone(template, written)
      return translate(text, lang)[`point_${outcome}`]({ name: point ? pointName(point, lang) : written })
    }
    toasts.show(outcome === 'added' ? 'success' : 'info', { zh: said('zh'), en: said('en') })
  }
}
