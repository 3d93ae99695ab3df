import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import GridLayout from 'react-grid-layout'
import gridSheet from 'react-grid-layout/css/styles.css?sheet'
import uPlot from 'uplot'
import plotSheet from 'uplot/dist/uPlot.min.css?sheet'
import { CELL, COLUMNS, KEYS, PARTS, type Part } from './parts.ts'

const values = new Map<number, number>()
const listeners = new Set<() => void>()
const MINUTES = 10

/** Draws it, and gives the ms to the frame after it. */
async function start(url: string): Promise<number> {
  const began = performance.now()
  document.adoptedStyleSheets = [gridSheet, plotSheet]
  const socket = new WebSocket(url)
  socket.onopen = () => socket.send('listen all')
  let isDue = false
  socket.onmessage = ({ data }) => {
    const { device, values: sent } = JSON.parse(data) as { device: number; values: Record<string, number> }
    for (const [key, value] of Object.entries(sent)) values.set(device * KEYS + Number(key.slice(1)), value)
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      for (const listener of listeners) listener()
    })
  }
  const host = document.body.appendChild(document.createElement('div'))
  createRoot(host).render(<Dashboard />)
  while (!host.querySelector('.react-grid-item')) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return performance.now() - began
}

const LAYOUT = PARTS.map(({ at }) => ({ i: `${at}`, x: at % COLUMNS, y: Math.floor(at / COLUMNS), w: 1, h: 1 }))

const Dashboard = () => (
  <GridLayout
    layout={LAYOUT}
    width={COLUMNS * CELL.width}
    gridConfig={{ cols: COLUMNS, rowHeight: CELL.height - 8, margin: [8, 8] }}
  >
    {PARTS.map((part) => (
      <div key={part.at} style={{ overflow: 'hidden', background: '#eee' }}>
        {part.kind === 'realtime-curve' ? (
          <Curve {...part} />
        ) : part.kind === 'gauge' ? (
          <Gauge {...part} />
        ) : (
          <Text {...part} />
        )}
      </div>
    ))}
  </GridLayout>
)

const useEach = (draw: () => void) => {
  const drawn = useRef(draw)
  useEffect(() => {
    const listener = () => drawn.current()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
const averageOf = (points: readonly number[]) =>
  points.reduce((sum, n) => sum + (values.get(n) ?? 0), 0) / points.length

/** A number, or a row of them. */
function Text({ kind, points }: Part) {
  const place = useRef<HTMLDivElement>(null)
  useEach(() => {
    if (!place.current) return
    const texts = kind === 'value' ? [averageOf(points)] : points.map((n) => values.get(n) ?? 0)
    place.current.textContent = texts.map((value) => value.toFixed(1)).join(' ')
  })
  return <div ref={place} />
}

function Gauge({ points }: Part) {
  const needle = useRef<SVGLineElement>(null)
  useEach(() => needle.current?.setAttribute('transform', `rotate(${averageOf(points) * 2.4 - 120} 50 50)`))
  return (
    <svg viewBox="0 0 100 100" aria-hidden style={{ height: '100%' }}>
      <circle cx="50" cy="50" r="45" fill="none" stroke="#999" strokeWidth="6" />
      <line ref={needle} x1="50" y1="50" x2="50" y2="12" stroke="#333" strokeWidth="3" />
    </svg>
  )
}

function Curve({ points }: Part) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const rows = useRef<number[][]>([[], ...points.map(() => [])])
  useEffect(() => {
    const series = points.map((n) => ({ stroke: `hsl(${(n * 47) % 360} 60% 45%)` }))
    const options = { width: CELL.width - 8, height: CELL.height - 8, legend: { show: false }, series: [{}, ...series] }
    plot.current = new uPlot(options, rows.current as uPlot.AlignedData, place.current as HTMLElement)
    return () => plot.current?.destroy()
  }, [points])
  useEach(() => {
    const [times = [], ...lines] = rows.current
    const now = Date.now() / 1000
    // Once a second is as often as anything new comes.
    if (now - (times.at(-1) ?? 0) < 1) return
    times.push(now)
    for (const [at, line] of lines.entries()) line.push(values.get(points[at] as number) ?? 0)
    if ((times[0] ?? now) < now - MINUTES * 60) for (const row of rows.current) row.shift()
    plot.current?.setData(rows.current as uPlot.AlignedData)
  })
  return <div ref={place} />
}

const bench = { start }
export type BenchGrid = typeof bench
Object.assign(window, { bench })
