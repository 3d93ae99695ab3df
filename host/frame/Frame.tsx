import { useStore } from '@nanostores/react'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useSearch } from 'wouter'
import { hasRight } from '../../core/catalogue/held-rights.ts'
import { ALARM_PAGES } from '../../core/catalogue/readers.ts'
import { mayOpen } from '../../core/catalogue/routes.ts'
import { useSheet, useText } from '../../elements/define/index.ts'
import { useMedia } from '../../elements/kit/use-media.ts'
import { Find } from '../find/Find.tsx'
import { matchRoute } from '../match.ts'
import { barOf, menuOf, menuWith, placeAt, placesOf } from '../menu.ts'
import { text } from '../text.ts'
import { useConsole, useFirstPath, useOwnMenu } from '../use-console.ts'
import { AlarmBar } from './AlarmBar.tsx'
import { AlarmCall } from './AlarmCall.tsx'
import { BottomBar } from './BottomBar.tsx'
import sheet from './frame.css?sheet'
import { NavigationTabs } from './NavigationTabs.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SimulationBar } from './SimulationBar.tsx'
import { SoundState } from './SoundState.tsx'
import { TopBar } from './TopBar.tsx'
import { useMenuCounts } from './use-menu-counts.ts'
import { useOpenAlarms } from './use-open-alarms.ts'
import { useWallZoom } from './use-wall-zoom.ts'
import { WallLine } from './WallLine.tsx'
import { $isWall, leaveWall } from './wall.ts'

const FAULTS = '/info/realTimeFault'
const HOME = '/index'

/** What surrounds every page of the console: menu, top bar and the tabs of open pages. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  useSheet(sheet)
  const t = useText(text)
  const { rights } = useConsole()
  const held = useStore(rights.$rights)
  const isWall = useStore($isWall)
  const zoom = useWallZoom()
  const isNarrow = useMedia('(max-width: 720px)')
  const main = useRef<HTMLElement>(null)
  const own = useOwnMenu()
  const menu = useMemo(() => menuWith(menuOf(held?.roles ?? []), own), [held, own])
  const search = useSearch()
  const here = placeAt(menu, path, search)
  const places = placesOf(menu)
  const home = useFirstPath()
  const mayGo = (path: string) => places.some((place) => place.path === path)
  // Who may not open the page of alarms has the newest on the home page.
  const alarmPath = [FAULTS, HOME].find(mayGo) ?? null
  const roles = held?.roles ?? []
  const mayKnowAlarms = ALARM_PAGES.some((right) => hasRight(roles, right))
  const openAlarms = useOpenAlarms(mayKnowAlarms)
  const counts = useMenuCounts({ alarms: openAlarms.counts, alarmPath })
  const deviceRoute = matchRoute('/deviceDetail/1')?.route
  const mayOpenDevices = deviceRoute !== undefined && mayOpen(deviceRoute, roles)
  useLeaveByEscape(isWall)

  const alarmBar = mayKnowAlarms && (
    <AlarmBar
      alarms={openAlarms}
      path={alarmPath}
      heldPath={mayGo(FAULTS) ? `${FAULTS}?tab=held` : null}
      mayOpenDevices={mayOpenDevices}
      isNarrow={isNarrow}
    />
  )
  const sound = mayKnowAlarms && (
    <>
      {/* A phone has room for the icon alone. */}
      {!isNarrow && <SoundState />}
      <AlarmCall
        isListed={path === FAULTS}
        listPath={mayGo(FAULTS) ? FAULTS : null}
        otherPath={home}
        mayOpenDevices={mayOpenDevices}
      />
    </>
  )
  // A drawing fits itself to the display; a page of words is made for a desk.
  const isEnlarged = isWall && path === HOME
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <div
      className={isWall ? 'frame frame-wall' : isNarrow ? 'frame frame-narrow' : 'frame'}
      data-enlarged={isEnlarged || undefined}
      {...(isWall && { style: { '--wall-zoom': zoom } as CSSProperties })}
    >
      {isWall ? (
        <WallLine
          alarmBar={alarmBar}
          sound={sound}
          turned={isEnlarged ? main : null}
          worst={openAlarms.worst?.alarm_id ?? null}
        />
      ) : (
        <>
          {/* The page's base is not its address: a bare "#main" would lead away. */}
          <a className="skip" href={`${location.pathname}${location.search}#main`} onClick={skip}>
            {t.skip}
          </a>
          {!isNarrow && <SideMenu menu={menu} path={here} counts={counts} />}
          <TopBar isNarrow={isNarrow} alarmBar={alarmBar} sound={sound} />
          {!isNarrow && <NavigationTabs path={path} home={home} />}
        </>
      )}
      <Find path={path} />
      <div className="frame-notes">
        <SimulationBar />
      </div>
      <main id="main" ref={main} className="frame-main" tabIndex={-1}>
        {children}
      </main>
      {isNarrow && !isWall && <BottomBar places={barOf(menu)} path={here} counts={counts} />}
    </div>
  )
}

/** Escape, and the browser's own way out of full screen, show the frame again. */
function useLeaveByEscape(isWall: boolean) {
  useEffect(() => {
    if (!isWall) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leaveWall()
    }
    const onFullscreen = () => {
      if (!document.fullscreenElement) leaveWall()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onFullscreen)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onFullscreen)
    }
  }, [isWall])
}
