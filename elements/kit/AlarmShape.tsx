import { useSheet } from '../context/element-context.ts'
import { ALARM_SHAPES, ICONS, signOf } from './icons.ts'
import sheet from './mark.css?sheet'

export type AlarmLevel = 1 | 2 | 3 | 4 | 5

interface AlarmShapeProps {
  level: AlarmLevel
  /** What it says to those who do not see it; without, it is decoration beside a word. */
  label?: string
}

/** An alarm's level by shape and colour, as the canvas paints it: filled, with a dark edge and sign. */
export function AlarmShape({ level, label }: AlarmShapeProps) {
  useSheet(sheet)
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  const shape = ALARM_SHAPES[level - 1] ?? 'circle'
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden as decoration
    <svg className={`alarm-shape alarm-shape-${level}`} viewBox="0 0 20 20" width={16} height={16} {...named}>
      <path className="alarm-shape-body" d={ICONS[shape]} />
      <path className="alarm-shape-sign" d={signOf(shape)} />
    </svg>
  )
}
