import * as z from 'zod/mini'
import { byKey } from '../../../../core/contract/telemetry.ts'
import { marked } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'

const Props = z.object({
  /** The reusable group of the document that its members come from; without it they are the controls that name it as parent. */
  symbol: z.optional(marked(z.string().check(z.maxLength(40)), { type: 'symbol', group: 'behaviour' })),
  /** By name, what the symbol's bindings leave open: `{ pump: 'WW0001.pump_1' }`. */
  points: z.optional(
    marked(byKey(z.union([z.string().check(z.maxLength(4096)), z.number(), z.boolean()])), {
      type: 'parameters',
      group: 'value',
    }),
  ),
})
type Props = z.infer<typeof Props>

/** Controls that are chosen, moved and hidden together. It draws nothing itself. */
export default defineControl<Props>({
  kind: 'group',
  version: 1,
  category: 'structure',
  props: Props,
  defaults: {},
  size: { width: 160, height: 120 },
  bindable: [],
  role: 'none',
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
