import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { createRuntime } from '../../../core/canvas/runtime.ts'
import type { Control, ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { VideoSetting } from '../../../core/contract/template.ts'
import { lazyPart, useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { watchLook } from '../../kit/chart/look.ts'
import { type Gallery, galleryOf } from '../controls/gallery.ts'
import { GalleryContext } from '../controls/gallery-context.ts'
import { KINDS } from '../controls/kinds.ts'
import { ViewContext } from '../controls/view/view-context.ts'
import type { SceneControl } from '../scene/index.ts'
import { drawnAlarms } from './drawn-alarms.ts'
import { readSceneLook } from './look.ts'
import { createProxies, type Proxied } from './proxies.ts'
import { sceneControls } from './scene-controls.ts'
import sheet from './screen-view.css?sheet'
import { devicesIn, nameOf } from './spoken-names.ts'
import { openStage, type Stage } from './stage.ts'
import { Tip, type Tipped } from './Tip.tsx'
import { text } from './text.ts'
import { type PressedScreen, type ScreenHandlers, useActions } from './use-actions.ts'
import { Views } from './Views.tsx'
import type { ZoomMode } from './view-fit.ts'
import { watchChanges } from './watch-changes.ts'

// They come with the first write, not with the first look.
const WriteDialog = lazyPart(() => import('./WriteDialog.tsx').then((chunk) => chunk.WriteDialog), null)
const Lines = lazyPart(() => import('./Lines.tsx').then((chunk) => chunk.Lines), null)

interface ScreenViewProps extends ScreenHandlers {
  /** As `readDocument` gives it. */
  document: ScreenDocument
  /** What people call the screen. */
  name: string
  zoom: ZoomMode
  /** Those of the template. */
  videos: readonly VideoSetting[]
  /** The time of a replay; null for now. */
  replayTime?: number | null
}

interface Opened extends PressedScreen {
  controls: readonly SceneControl[]
  byId: ReadonlyMap<string, Control>
}

/** A screen with its values: drawn, spoken, worked with. */
export function ScreenView(props: ScreenViewProps) {
  useSheet(sheet)
  const { document, name, zoom, source, sn_code, videos, replayTime = null } = props
  const { lang, timeZone } = useElement()
  const connection = useConnection()
  const t = useText(text)
  const host = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const proxies = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage | null>(null)
  const opened = useOpened(document, source, sn_code, timeZone, lang)
  const actions = useActions(opened?.runtime ?? null, props)
  const surroundings = useMemo(() => ({ source, videos }), [source, videos])
  const [tipped, setTipped] = useState<Tipped | null>(null)
  const hasLines = useStore(actions.underWay.$lines).length > 0
  const [hasRequest, setHasRequest] = useState(false)
  if (actions.request && !hasRequest) setHasRequest(true)
  const lookCount = useLookCount(host)
  const gallery = useMemo<Gallery>(() => {
    const came = (address: string) => stage.current?.scene.pictureCame(address)
    return galleryOf(connection, came)
  }, [connection])
  useEffect(() => () => gallery.dispose(), [gallery])

  const { style } = document
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens are read anew when the theme has changed
  const look = useMemo(
    () =>
      host.current && opened
        ? readSceneLook({ element: host.current, style, lang, timezone: timeZone, picture: gallery.picture })
        : null,
    [opened, style, lang, timeZone, gallery, lookCount],
  )
  const zoomNow = useEffectEvent(() => zoom)
  const lookNow = useEffectEvent(() => look)

  const hasLook = look !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look is passed to the existing stage
  useLayoutEffect(() => {
    const look = lookNow()
    if (!opened || !host.current || !layer.current || !proxies.current || !look) return
    const { runtime, controls, byId } = opened
    const control = (control_id: string) => byId.get(control_id)
    const isActive = (control_id: string) => {
      const one = control(control_id)
      return one !== undefined && actions.isActive(one)
    }
    const trigger: Parameters<typeof openStage>[0]['onTrigger'] = (control_id, on) => {
      const one = control(control_id)
      if (one) actions.press(one, on, opened)
    }
    const blocked = (control_id: string) => {
      const one = control(control_id)
      return one ? actions.blocked(one) : null
    }
    const tip = (control_id: string | null, spot: { x: number; y: number } | null) => {
      const one = control_id === null ? undefined : control(control_id)
      setTipped(one ? { control: one, spot, blocked: isActive(one.control_id) ? blocked(one.control_id) : null } : null)
    }
    const made = openStage({
      host: host.current,
      layer: layer.current,
      controls,
      page: { width: document.width, height: document.height, background: document.background },
      look,
      now: () => source.now(),
      zoom: zoomNow(),
      isActive,
      isBlocked: (control_id) => blocked(control_id) !== null,
      onTrigger: trigger,
      onHover: tip,
      onPainterError: (_control_id, _kind, error) => reportError(error),
    })
    stage.current = made
    const spoken = createProxies(proxiedOf(controls, byId, isActive), {
      layer: proxies.current,
      lang,
      words: t,
      stateOf: (control_id) => runtime.state(control_id),
      nameOf: (control_id) => {
        const one = control(control_id)
        return one ? nameOf(one, runtime, source, sn_code, lang) : ''
      },
      alarmsOf: (control_id) => drawnAlarms(control_id, runtime, source),
      blocked,
      press: (control_id) => trigger(control_id, 'press'),
      release: (control_id) => trigger(control_id, 'release'),
      click: (control_id) => trigger(control_id, 'click'),
      focused: (control_id) => tip(control_id, null),
    })
    const stop = runtime.listen((changed) => {
      made.update(changed)
      spoken.changed(changed.keys())
    })
    const all = [...byId.keys()]
    const stops = [
      stop,
      ...watchChanges(runtime, byId, source.kind, actions.change),
      // Who may write, and what a point is called, comes with what is known of its device.
      ...[...devicesIn(byId.values(), sn_code)].map((device) =>
        source.listen(device, (keys) => keys.length === 0 && spoken.changed(all)),
      ),
    ]
    made.update(runtime.states())
    return () => {
      for (const each of stops) each()
      spoken.dispose()
      made.dispose()
      stage.current = null
    }
  }, [opened, hasLook, lang])

  useEffect(() => {
    if (look) stage.current?.setLook(look)
  }, [look])
  useEffect(() => stage.current?.setZoom(zoom), [zoom])

  const shown = useMemo(
    () =>
      opened && {
        stateOf: (control_id: string) => opened.runtime.state(control_id),
        listen: (changed: () => void) => opened.runtime.listen(changed),
      },
    [opened],
  )
  return (
    <GalleryContext value={gallery}>
      <ViewContext value={surroundings}>
        <section
          className="screen"
          ref={host}
          aria-label={t.screen({ name })}
          data-past={source.kind === 'replay' || undefined}
          onKeyDown={(event) => event.key === 'Escape' && setTipped(null)}
        >
          {opened && shown && look ? (
            <Views
              layer={layer}
              controls={opened.controls}
              states={shown}
              look={look}
              sn_code={sn_code}
              isEditing={false}
              isShared={props.isShared ?? false}
              replayTime={replayTime}
            >
              <div className="screen-proxies" ref={proxies} />
            </Views>
          ) : (
            <div className="screen-layer" ref={layer}>
              <div className="screen-proxies" ref={proxies} />
            </div>
          )}
          {tipped && opened && stage.current && (
            <Tip
              {...tipped}
              state={opened.runtime.state(tipped.control.control_id)}
              alarms={drawnAlarms(tipped.control.control_id, opened.runtime, source)}
              view={stage.current.view()}
            />
          )}
          {hasLines && (
            <Lines
              underWay={actions.underWay}
              onSelected={({ at, id }) => {
                actions.underWay.close(id)
                actions.ask(at, actions.underWay.valueOf(at), null)
              }}
            />
          )}
        </section>
        {hasRequest && <WriteDialog request={actions.request} source={source} onClose={actions.closeWrite} />}
      </ViewContext>
    </GalleryContext>
  )
}

/** The document with its values; null until it is laid out for the first time. */
function useOpened(
  document: ScreenDocument,
  source: PointSource,
  sn_code: string,
  timezone: string,
  lang: 'zh' | 'en',
): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useLayoutEffect(() => {
    const runtime = createRuntime({ document, kinds: KINDS, source, sn_code, timezone, lang })
    const controls = runtime.controls()
    setOpened({
      runtime,
      source,
      sn_code,
      controls: sceneControls(controls, runtime),
      byId: new Map(controls.map((one) => [one.control_id, one])),
    })
    return () => runtime.dispose()
  }, [document, source, sn_code, timezone, lang])
  return opened
}

function proxiedOf(
  controls: readonly SceneControl[],
  byId: ReadonlyMap<string, Control>,
  isActive: (control_id: string) => boolean,
): Proxied[] {
  return controls.flatMap(({ control_id, definition }) => {
    const active = isActive(control_id)
    // What stands in the page itself speaks for itself.
    if (definition.view || (definition.role === 'none' && !active)) return []
    return [{ control_id, definition, description: byId.get(control_id)?.tooltip ?? '', isActive: active }]
  })
}

/** Counts changes of the theme where the screen stands. */
function useLookCount(host: RefObject<HTMLDivElement | null>): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!host.current) return
    return watchLook(host.current, () => setCount((before) => before + 1))
  }, [host])
  return count
}
