import * as z from 'zod/mini'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { Value } from '../../core/contract/telemetry.ts'

/**
 * What a property is edited with. `list`: rows of `item`; `states`: a list whose rows are looks by number;
 * `parameters`: what a use of a symbol says for the names that its bindings leave open.
 */
export type PropertyType =
  | 'number'
  | 'integer'
  | 'text'
  | 'longtext'
  | 'colour'
  | 'boolean'
  | 'choice'
  | 'picture'
  | 'point'
  | 'expression'
  | 'value'
  | 'address'
  | 'screen'
  | 'device'
  | 'control'
  | 'symbol'
  | 'group'
  | 'template'
  | 'parameters'
  | 'corners'
  | 'list'
  | 'states'

/** The inspector's sections, in their order. */
export type PropertyGroup = 'value' | 'behaviour' | 'text' | 'look'

/** What a schema itself does not say of a property. */
export interface PropertyMark {
  readonly type?: PropertyType
  readonly group?: PropertyGroup
  readonly unit?: string
  readonly step?: number
  /** Keys of the texts of choices that are no words, in the order of the choices. */
  readonly choiceNames?: readonly string[]
  /** Means something on dashboards alone. */
  readonly isOfDashboard?: true
}

const marks = new WeakMap<object, PropertyMark>()

/** A copy of the schema that the inspector reads as it is marked: `marked(Text, { group: 'value' })`. */
export function marked<Schema extends z.ZodMiniType>(schema: Schema, mark: PropertyMark): Schema {
  const copy = schema.clone()
  marks.set(copy, { ...marks.get(schema), ...mark })
  return copy
}

export const markOf = (schema: object): PropertyMark | undefined => marks.get(schema)

/** A colour of CSS or a token (`var(--sg-accent)`); '' for none. Nothing of it can reach beyond a colour. */
export const Colour = marked(
  z
    .string()
    .check(
      z.maxLength(64),
      z.regex(
        /^(|#[\da-fA-F]{3,8}|[a-zA-Z]+|var\(--sg-[a-z\d-]+\)|(rgba?|hsla?|hwb|oklab|oklch|lab|lch)\([\d\s.,%/a-z+-]*\))$/,
      ),
    ),
  { type: 'colour', group: 'look' },
)
export type Colour = string

/** One line. */
export const Text = marked(z.string().check(z.maxLength(200)), { type: 'text', group: 'text' })
/** Several lines. */
export const LongText = marked(z.string().check(z.maxLength(4000)), { type: 'longtext', group: 'text' })
/** px of the document. */
export const FontSize = marked(z.number().check(z.minimum(6), z.maximum(500)), { group: 'text', unit: 'px', step: 1 })
export const IsBold = marked(z.boolean(), { group: 'text' })
export const IsItalic = marked(z.boolean(), { group: 'text' })
export const IsUnderline = marked(z.boolean(), { group: 'text' })
export const TextAlign = marked(z.enum(['left', 'center', 'right']), { group: 'text' })
export type TextAlign = z.infer<typeof TextAlign>
export const VerticalAlign = marked(z.enum(['top', 'middle', 'bottom']), { group: 'text' })
export type VerticalAlign = z.infer<typeof VerticalAlign>
/** Colour of text: the same as `Colour`, in the section of texts. */
export const TextColour = marked(Colour, { group: 'text' })

/** Width of a line in px; 0 for none. */
export const StrokeWidth = marked(z.number().check(z.minimum(0), z.maximum(200)), {
  group: 'look',
  unit: 'px',
  step: 0.5,
})
export const LineStyle = marked(z.enum(['solid', 'dashed', 'dotted']), { group: 'look' })
export type LineStyle = z.infer<typeof LineStyle>
export const CornerRadius = marked(z.number().check(z.minimum(0), z.maximum(10_000)), {
  group: 'look',
  unit: 'px',
  step: 1,
})

/** Something of the gallery, as `gallery/<resource_id>`; '' for none. */
export const Picture = marked(z.string().check(z.maxLength(200), z.regex(/^(|gallery\/[\w.-]+)$/)), {
  type: 'picture',
  group: 'look',
})

/** What a binding brings: a number, a truth, a text, or null where there is none. */
export const BoundValue = marked(Value, { type: 'value', group: 'value' })
/** A point: `flow` of the screen's device, `SN.flow` of a fixed one; '' for none. */
export const PointName = marked(z.string().check(z.maxLength(96)), { type: 'point', group: 'value' })
/** An expression over points (`core/rules/expression`); '' for none. */
export const Expression = marked(z.string().check(z.maxLength(4096)), { type: 'expression', group: 'value' })
export const Unit = marked(z.string().check(z.maxLength(16)), { type: 'text', group: 'value' })
/** Digits behind the point; null for as many as there are, at most 3. */
export const Decimals = marked(z.nullable(z.int().check(z.minimum(0), z.maximum(9))), { group: 'value' })
/** A number of the value's own scale. */
export const Bound = marked(z.number(), { group: 'value' })
export const OptionalBound = marked(z.nullable(z.number()), { group: 'value' })
/** A choice of how it works. */
export const IsOn = marked(z.boolean(), { group: 'behaviour' })

/** A variable of the dashboard in the place of an id. */
const VariableRef = z.string().check(z.regex(/^\$\{[\p{L}\p{N}_]{1,32}\}$/u))
/** A device group by its id, or a variable; null for all. */
export const GroupId = marked(z.nullable(z.union([z.int(), VariableRef])), { type: 'group', group: 'value' })
export const CHOSEN_GROUP = 'chosen'
/** The same, or the group that is chosen beside it. */
export const GroupOrChosen = marked(z.nullable(z.union([z.int(), z.literal(CHOSEN_GROUP), VariableRef])), {
  type: 'group',
  group: 'value',
})
/** A template by its id, or a variable; null for all. */
export const TemplateId = marked(z.nullable(z.union([z.int(), VariableRef])), { type: 'template', group: 'value' })

/** Whose range of time a view of the past shows. One that stands on no dashboard shows its own. */
export const TimeOf = marked(z.enum(['own', 'dashboard']), { group: 'value', isOfDashboard: true })
export type TimeOf = z.infer<typeof TimeOf>

/** http and https only; '' for none. */
export const WebAddress = marked(z.string().check(z.maxLength(2048), z.regex(/^(|https?:\/\/\S+)$/)), {
  type: 'address',
  group: 'behaviour',
})
/** A screen of the same template by its id; null for none. */
export const ScreenId = marked(z.nullable(z.int()), { type: 'screen', group: 'behaviour' })
/** Another control of the document by its id; '' for none. */
export const ControlName = marked(z.string().check(z.maxLength(64)), { type: 'control', group: 'behaviour' })
/** A device by its serial number; '' for the one that the screen is opened for. */
export const DeviceSn = marked(z.string().check(z.maxLength(LIMITS.snCode)), { type: 'device', group: 'value' })

/** Corners in shares of the box, 0 to 1, so that they follow its size. */
export const Corners = marked(
  z
    .array(
      z.object({ x: z.number().check(z.minimum(0), z.maximum(1)), y: z.number().check(z.minimum(0), z.maximum(1)) }),
    )
    .check(z.minLength(2), z.maxLength(500)),
  { type: 'corners', group: 'look' },
)
export type Corners = readonly { readonly x: number; readonly y: number }[]

/** A rule of a kind's props: what is set of these stands in rising order (`min` below `max`). */
export const rising = <Props>(...names: readonly (keyof Props & string)[]) =>
  z.refine<Props>(
    (props) => {
      const set = names.map((name) => props[name]).filter((value) => typeof value === 'number')
      return set.every((value, index) => index === 0 || value > (set[index - 1] as number))
    },
    { path: [names.at(-1) ?? ''], message: 'is not above the one before it' },
  )
