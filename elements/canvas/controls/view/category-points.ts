import * as z from 'zod/mini'
import { Colour, marked, PointName, Text } from '../../../kinds/property-schema.ts'

const MOST = 12

/** The points of a chart whose categories they are, each with its label and colour. */
export const CategoryPoints = marked(
  z
    .array(
      z.object({
        point: PointName,
        label: marked(Text, { group: 'value' }),
        colour: marked(Colour, { group: 'value' }),
      }),
    )
    .check(z.maxLength(MOST)),
  { group: 'value' },
)
