import { CustomChart, LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([LineChart, CustomChart, GridComponent, AxisPointerComponent, CanvasRenderer])

export interface Plot {
  draw(options: EChartsCoreOption): void
  /** The time under the pointer, epoch ms; null when it leaves. */
  onPointer(listener: (time: number | null) => void): () => void
  /** Of the inner plot, px from the element's left. */
  width(): { left: number; width: number }
  toImage(background: string): Promise<Blob>
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
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)

  return {
    draw: (options) => chart.setOption(options, { notMerge: true }),
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
    width: () => {
      const [from, to] = [
        chart.convertToPixel({ xAxisIndex: 0 }, axisEdge(chart, 0)),
        chart.convertToPixel({ xAxisIndex: 0 }, axisEdge(chart, 1)),
      ]
      return { left: from, width: Math.max(1, to - from) }
    },
    toImage: (background) =>
      new Promise((resolve, reject) => {
        chart
          .renderToCanvas({ pixelRatio: 2, backgroundColor: background })
          .toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be made'))), 'image/png')
      }),
    close: () => {
      observer.disconnect()
      chart.dispose()
      place.remove()
    },
  }
}

function axisEdge(chart: ReturnType<typeof init>, edge: 0 | 1): number {
  const axis = (chart.getOption() as { xAxis?: { min: number; max: number }[] }).xAxis?.[0]
  return axis ? (edge === 0 ? axis.min : axis.max) : edge
}
