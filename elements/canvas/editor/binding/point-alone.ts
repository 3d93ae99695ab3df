import type { Point } from '../../../../core/contract/device.ts'
import type { TemplateDetail } from '../../../../core/contract/template.ts'
import { writePoint } from '../../../../core/rules/expression/points.ts'

/** The template's point that an expression consists of: it is shown by its name. */
export const pointAlone = (template: TemplateDetail | null, expression: string): Point | undefined =>
  template?.points.find(({ key }) => expression === writePoint({ sn_code: '', key }))
