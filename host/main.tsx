import { createRoot } from 'react-dom/client'
// Loads the elements that stand inside other elements, as an embedding page would.
import '../elements/define/loader.ts'
import { App } from './App.tsx'
import { openConsole } from './console.ts'
import { fetchOverlays } from './overlays.ts'

const place = document.querySelector('#console')
if (place) createRoot(place).render(<App shared={openConsole()} />)
fetchOverlays()
