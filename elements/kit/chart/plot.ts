import { CustomChart, LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([LineChart, CustomChart, GridComponent, AxisPointerComponent, CanvasRenderer])

type Options = EChartsCoreOption & { grid: object[]; xAxis: { min: number; max: number }[] }
/** A chart is laid out anew for each height. */
type Draw = (heightPx: number) => Options

/** Where the inner plot is, px from the element's corner. */
export interface PlotBox {
  left: number
  top: number
  width: number
  height: number
}

/** Of the inner plot, whole px from the element's left. */
export type PlotWidth = Pick<PlotBox, 'left' | 'width'>

export interface Plot {
  draw(optionsFor: Draw): void
  /** The time under the pointer, epoch ms; null when it leaves. */
  onPointer(listener: (time: number | null) => void): () => void
  width(): PlotWidth
  /** Hears where the inner plot begins and how wide it is once it is laid out, and when that changes. */
  onWidth(listener: (inner: PlotWidth) => void): () => void
  /** Hears where the inner plot is each time it may have moved. Known only where the first axis was given its ends. */
  onBox(listener: (box: PlotBox) => void): () => void
  /** As it is drawn now, on a colour, with so many pixels a px. */
  toCanvas(background: string, ratio: number): HTMLCanvasElement
  close(): void
}

/** The one place where the chart library is called. It follows the size of its element. */
export function openPlot(element: HTMLElement): Plot {
  const place = document.createElement('div')
  place.className = 'chart-canvas'
  // The canvas painter empties its place by a string, which Trusted Types forbid; it is empty already.
  Object.defineProperty(place, 'innerHTML', { set: () => place.replaceChildren() })
  element.append(place)
  const chart = init(place, null, { renderer: 'canvas' })
  const listeners = new Set<(inner: PlotWidth) => void>()
  const boxListeners = new Set<(box: PlotBox) => void>()
  let drawn: Draw | null = null
  let inner: PlotWidth = { left: 0, width: 1 }

  function draw(optionsFor: Draw) {
    drawn = optionsFor
    const options = optionsFor(chart.getHeight())
    chart.setOption(options, { notMerge: true })
    // The labels have taken the room they need. Whole pixels from here on, the same in all plots: a curve's columns are
    // those of the screen, and a time is at one place.
    const edges = options.xAxis.map(({ min, max }, xAxisIndex) =>
      [min, max].map((time) => chart.convertToPixel({ xAxisIndex }, time)),
    ) as [number, number][]
    const room = {
      left: Math.ceil(Math.max(...edges.map(([left]) => left))),
      right: Math.ceil(chart.getWidth() - Math.min(...edges.map(([, right]) => right))),
    }
    const width = chart.getWidth() - room.left - room.right
    if (!(width > 0)) return
    const outerBounds = { left: 0, right: 0, top: 0, bottom: 4 }
    chart.setOption({
      grid: options.grid.map((grid) => ({ ...grid, ...room, outerBoundsMode: 'auto', outerBounds })),
    })
    const isChanged = width !== inner.width || room.left !== inner.left
    inner = { left: room.left, width }
    if (isChanged) for (const listener of listeners) listener(inner)
    reportBox(options)
  }

  function reportBox({ yAxis }: Options) {
    const [axis] = (yAxis ?? []) as { min?: unknown; max?: unknown }[]
    if (typeof axis?.min !== 'number' || typeof axis.max !== 'number') return
    const [bottom, top] = [axis.min, axis.max].map((value) => chart.convertToPixel({ yAxisIndex: 0 }, value)) as [
      number,
      number,
    ]
    for (const listener of boxListeners) listener({ ...inner, top, height: bottom - top })
  }

  const observer = new ResizeObserver(() => {
    chart.resize()
    if (drawn) draw(drawn)
  })
  observer.observe(element)

  return {
    draw,
    onPointer: (listener) => {
      const moved = (event: unknown) => {
        const axis = (event as { axesInfo?: { axisDim: string; value: number }[] }).axesInfo?.find(
          ({ axisDim }) => axisDim === 'x',
        )
        listener(axis ? axis.value : null)
      }
      const left = () => listener(null)
      chart.on('updateAxisPointer', moved)
      chart.getZr().on('globalout', left)
      return () => {
        chart.off('updateAxisPointer', moved)
        if (!chart.isDisposed()) chart.getZr().off('globalout', left)
      }
    },
    width: () => inner,
    onWidth: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onBox: (listener) => {
      boxListeners.add(listener)
      return () => boxListeners.delete(listener)
    },
    toCanvas: (backgroundColor, pixelRatio) => chart.renderToCanvas({ pixelRatio, backgroundColor }),
    close: () => {
      observer.disconnect()
      chart.dispose()
      place.remove()
    },
  }
}
