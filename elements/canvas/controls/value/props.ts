import * as z from 'zod/mini'
import {
  BoundValue,
  Colour,
  CornerRadius,
  Decimals,
  FontSize,
  IsBold,
  marked,
  OptionalBound,
  rising,
  StrokeWidth,
  Text,
  TextAlign,
  TextColour,
  Unit,
} from '../../../kinds/property-schema.ts'

export const Props = z
  .object({
    value: BoundValue,
    label: marked(Text, { group: 'value' }),
    unit: Unit,
    prefix: marked(z.string().check(z.maxLength(16)), { group: 'value' }),
    format: marked(z.enum(['number', 'words', 'time']), { group: 'value' }),
    decimals: Decimals,
    /** The word for a value: of an enum (`3`) or a truth (`true`, `false`). */
    words: marked(
      z
        .array(z.object({ is: marked(z.string().check(z.maxLength(64)), { group: 'value' }), text: Text }))
        .check(z.maxLength(255)),
      { group: 'value' },
    ),
    lowLow: OptionalBound,
    low: OptionalBound,
    high: OptionalBound,
    highHigh: OptionalBound,
    fontSize: FontSize,
    isBold: IsBold,
    textAlign: TextAlign,
    fontColor: TextColour,
    labelPlace: marked(z.enum(['left', 'top']), { group: 'text' }),
    /** The label's part of the width, where it stands left. */
    labelShare: marked(z.number().check(z.minimum(0.1), z.maximum(0.9)), { group: 'text', step: 0.05 }),
    labelColor: TextColour,
    backgroundColor: Colour,
    stroke: Colour,
    strokeWidth: StrokeWidth,
    radius: CornerRadius,
  })
  .check(rising('lowLow', 'low', 'high', 'highHigh'))
export type ValueProps = z.infer<typeof Props>
