import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CONSOLE, loadElements, STATIONS } from '../stations.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sg-connection': React.HTMLAttributes<HTMLElement> & { 'base-url': string; 'token-url': string }
      'sg-value': React.HTMLAttributes<HTMLElement> & { sn: string; point: string }
      'sg-device-monitor': React.HTMLAttributes<HTMLElement> & {
        sn: string
        compact?: boolean
        'onsg-view-change'?: (event: CustomEvent<{ tab: string }>) => void
      }
    }
  }
}

function App() {
  const [sn, setSn] = useState<string>(STATIONS[0].sn)
  const [tab, setTab] = useState('values')
  const [isShown, setShown] = useState(true)
  // The tags are on the page before anybody knows them.
  useEffect(loadElements, [])
  return (
    <sg-connection base-url={CONSOLE} token-url="token">
      <div className="page">
        <nav>
          {STATIONS.map((station) => (
            <button type="button" key={station.sn} aria-pressed={sn === station.sn} onClick={() => setSn(station.sn)}>
              {station.name} <sg-value sn={station.sn} point={station.point} />
            </button>
          ))}
          <button type="button" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
        </nav>
        <main>
          <p id="tab">{tab}</p>
          {isShown && <sg-device-monitor sn={sn} compact onsg-view-change={({ detail }) => setTab(detail.tab)} />}
        </main>
      </div>
    </sg-connection>
  )
}

createRoot(document.querySelector('#root') as Element).render(<App />)
