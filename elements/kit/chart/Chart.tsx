import type { ReactNode, Ref } from 'react'
import type { ChartTheme } from '../../../core/catalogue/themes.ts'
import { useSheet } from '../../context/element-context.ts'
import { lazyPart } from '../lazy-part.tsx'
import sheet from './chart.css?sheet'
import type { ChartMarks } from './marks.ts'
import type { PictureWords } from './picture.ts'
import type { ChartRuler } from './Rulers.tsx'
import type { ChartSeries } from './series.ts'

export interface ChartHandle {
  /** A PNG of the curves on their panel's colour, at twice the size, with a title, the time and the curves' names. */
  toImage(words: PictureWords): Promise<Blob>
}

/** Where the curves are drawn, px from the chart's own corner, and what its edges stand for. */
export interface PlotPlace {
  left: number
  top: number
  width: number
  height: number
  /** Epoch ms at the left and right edge, also while the user pans. */
  from: number
  to: number
  /** The values at the lower and upper edge. */
  low: number
  high: number
}

export interface ChartProps {
  /** What the curves are of, for those who do not see them. */
  label: string
  series: readonly ChartSeries[]
  /** The stretch of time that is shown, epoch ms. */
  from: number
  to: number
  palette?: ChartTheme['id']
  /** After a pan or zoom has come to rest: ask for this stretch and give it back as `from` and `to`. */
  onZoom?: (from: number, to: number) => void
  /** The time under the pointer and each series' value there, in the order given; null when it leaves. */
  onCursor?: (at: { time: number; values: number[] } | null) => void
  /** Epoch ms: a line marks this time, as that of the pointer, while another chart is pointed at. */
  pointedTime?: number | null
  /** The plot's own px between its axes, once they are laid out and at rest: ask for a curve in as many columns. */
  onPlotWidth?: (width: number) => void
  /** The left axis goes exactly so far; without, it makes room for what is drawn. */
  scale?: Pick<PlotPlace, 'low' | 'high'>
  /** Drawn over the curves where there is a `scale`; the pointer goes through what does not ask for it. */
  over?: (plot: PlotPlace) => ReactNode
  /** An alarm: when it stood and the limits of its point. `label` has to say the same. */
  marks?: ChartMarks | null
  /** Lines that the user moves over the curves, each reported by its name. */
  rulers?: readonly ChartRuler[]
  onRuler?: (name: string, time: number) => void
  isLoading?: boolean
  ref?: Ref<ChartHandle>
}

const Curves = lazyPart(() => import('./Curves.tsx').then((chunk) => chunk.Curves))

/**
 * Curves over time; fills the height it is given. Drag or arrow keys pan; pinch, Ctrl and wheel (without Ctrl when it
 * has the focus) or + and - zoom; Shift and arrow keys lead along the curves. Loaded when it is first shown.
 */
export function Chart(props: ChartProps) {
  useSheet(sheet)
  return (
    <div className="chart">
      <Curves {...props} />
    </div>
  )
}
