import type { Point } from '../../../core/contract/device.ts'
import type { Lang } from '../../../core/text/define-text.ts'

export const pointName = ({ name, name_en }: Pick<Point, 'name' | 'name_en'>, lang: Lang): string =>
  (lang === 'en' && name_en) || name
