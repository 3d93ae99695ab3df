import type { RawProps } from '../../../core/canvas/kind.ts'
import type { ControlDefinition } from './define-control.ts'

/** What nearly every screen is drawn with: fetched together. */
export const definitions = Object.values(
  import.meta.glob<ControlDefinition<RawProps>>(
    './{text,picture,rectangle,ellipse,line,polyline,pipe,value,button,state,indicator,group,symbol}/control.ts',
    { eager: true, import: 'default' },
  ),
)
