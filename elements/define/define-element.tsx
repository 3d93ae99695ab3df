// First: it has to run before any control is made.
import '../kit/shadow-controls.ts'
import r2wc from '@r2wc/react-to-web-component'
import { type ComponentType, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Connection } from '../../core/connection/connection.ts'
import { version } from '../../package.json'
import { followConnection } from '../context/connection-lookup.ts'
import { ElementContext, useElementState } from '../context/element-context.ts'
import { localeOf, showTheme, timeZoneOf, watchAround } from '../context/language.ts'
import { isPageUsable } from '../context/page-properties.ts'
import { Boundary } from '../kit/Boundary.tsx'
import { ControlsProvider } from '../kit/ControlsProvider.tsx'
import { LastResort } from '../kit/LastResort.tsx'
import { Notes } from '../kit/Notes.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { ElementCore } from './element-core.ts'
import {
  type ElementApi,
  type ElementOf,
  type ElementProps,
  eventType,
  kebab,
  type PropDeclaration,
  readAttribute,
  readProperty,
} from './props.ts'
import { register } from './register.ts'

interface BaseElement extends HTMLElement {
  /** Its shadow root. */
  readonly container: GlobalEventHandlers
  connectedCallback(): void
  disconnectedCallback(): void
}

const ERASING = ['Backspace', 'Delete']

/** What is typed into a field of ours is no hotkey of the page, which cannot see where it is typed. */
function keepTyped(event: KeyboardEvent) {
  const [field] = event.composedPath()
  // A browser that fills a form in sends events of keys that name none.
  const { key = '' } = event as Partial<KeyboardEvent>
  if ((key.length > 1 && !ERASING.includes(key)) || event.ctrlKey || event.metaKey || event.altKey) return
  if (field instanceof Element && field.matches(':read-write')) event.stopPropagation()
}

/** What stands behind an element of ours. */
interface Inner {
  readonly core: ElementCore
  readonly handlers: Readonly<Record<string, unknown>>
}

/** A view with all that stands around it. */
function shellOf(
  View: ComponentType<Record<string, unknown>>,
  props: Readonly<Record<string, PropDeclaration<unknown>>>,
): ComponentType<{ container?: unknown }> {
  return function Shell({ container }: { container?: unknown }) {
    const { core, handlers } = ((container as ShadowRoot).host as unknown as { sg: Inner }).sg
    const { environment, values } = useSyncExternalStore(core.subscribe, core.read)
    useLayoutEffect(core.showState)
    const complete = Object.fromEntries(
      Object.entries(props).map(([name, { fallback }]) => [name, values[name] ?? fallback]),
    )
    return (
      <LastResort onError={core.failPlainly}>
        <ElementContext value={environment}>
          <ControlsProvider locale={environment.locale} portal={environment.portal}>
            <div className="sg-root" part="base" lang={environment.locale}>
              <slot name="header" />
              <Notes />
              <Boundary environment={environment} values={values}>
                <Suspense fallback={<Waiting />}>
                  <View {...complete} {...handlers} />
                </Suspense>
              </Boundary>
            </div>
          </ControlsProvider>
        </ElementContext>
      </LastResort>
    )
  }
}

/**
 * Makes a React view a custom element.
 *
 * Attributes are kebab-case and can be removed again; properties never land in attributes, survive being set before
 * the tag is defined, and null or undefined means the default. Beside its own, each element has the property
 * `connection` and the attribute `density`; it follows `lang`, `dir`, `time-zone` and `theme`, on itself or above. It
 * sends `sg-ready` when it first shows something other than loading, and `sg-error` with a `ProblemDetail`;
 * `data-sg-state` says what it shows. A page's own content may stand in the slots `header`, `empty` and `error`.
 */
export function defineElement<const Api extends ElementApi>(
  tag: `sg-${string}`,
  View: ComponentType<ElementProps<Api>>,
  api: Api & { css?: readonly CSSStyleSheet[] },
): { new (): ElementOf<Api> & { connection: Connection | null } } {
  const props = api.props ?? {}
  const nameOf = new Map(Object.keys(props).map((name) => [kebab(name), name]))
  // r2wc only mounts and unmounts: its own properties and events lose values, reflect secrets and do not bubble.
  const Mounted = r2wc(shellOf(View as ComponentType<Record<string, unknown>>, props), {
    shadow: 'open',
  }) as unknown as { new (): BaseElement }

  class SgElement extends Mounted {
    static readonly sgVersion = version
    static readonly observedAttributes = [...nameOf.keys()]
    readonly sg: Inner
    #connection: Connection | null = null
    #isMounted = false
    #stops: (() => void)[] = []

    constructor() {
      super()
      // The page's own listing of this element holds what the page may set, and nothing of ours.
      for (const name of ['container', 'sg']) Object.defineProperty(this, name, { enumerable: false, writable: true })
      for (const type of ['keydown', 'keypress', 'keyup'] as const) this.container.addEventListener(type, keepTyped)
      const core = new ElementCore(this, this.shadowRoot as ShadowRoot, api.css ?? [])
      const handlers = Object.fromEntries(
        Object.keys(api.events ?? {}).map((name) => [
          name,
          (detail?: unknown) => core.emit(eventType(name) as `sg-${string}`, detail),
        ]),
      )
      this.sg = { core, handlers }
    }

    /** Which connection this element belongs to; set it to choose one other than the nearest. */
    get connection(): Connection | null {
      return this.#connection ?? this.sg.core.read().environment.connection
    }
    set connection(connection: Connection | null) {
      this.#connection = connection ?? null
      if (this.isConnected) this.#follow()
    }

    override connectedCallback() {
      this.#takeEarlyProperties()
      if (!this.#isMounted) this.dataset.sgState = 'loading'
      this.#isMounted = true
      this.#follow()
      this.sg.core.startWaiting()
      if (!isPageUsable()) return this.sg.core.failPlainly()
      // A live root is kept when the element is moved within the page.
      super.connectedCallback()
    }

    override disconnectedCallback() {
      this.#unfollow()
      // A page that moves the element connects it again at once; a React page's own unmount must not meet ours.
      queueMicrotask(() => {
        if (this.isConnected || !this.#isMounted) return
        this.#isMounted = false
        super.disconnectedCallback()
        this.sg.core.stop()
      })
    }

    /** Its presence makes `moveBefore` keep the element as it is. */
    connectedMoveCallback() {
      this.#follow()
    }

    adoptedCallback() {
      this.sg.core.adopted()
    }

    attributeChangedCallback(attribute: string, _before: string | null, text: string | null) {
      const { core } = this.sg
      const name = nameOf.get(attribute)
      const declaration = name !== undefined && props[name]
      if (!declaration) return
      const { value, problem } = readAttribute(declaration, text)
      core.setValue(name, value)
      this.reportProp('bad-attribute', attribute, problem)
    }

    /** Property accessors are made below. */
    take(name: string, declaration: PropDeclaration<unknown>, raw: unknown) {
      const { value, problem } = readProperty(declaration, raw)
      // What cannot be read leaves what there was.
      if (!problem) this.sg.core.setValue(name, value)
      this.reportProp('bad-property', name, problem)
    }

    private reportProp(fault: 'bad-attribute' | 'bad-property', name: string, problem: string | undefined) {
      const { core } = this.sg
      core.note(name, problem ? { problem: fault, detail: `${name}: ${problem}` } : null)
      if (!problem) return
      console.warn(`[sightglass] <${tag}> ${name}: ${problem}`)
      core.report('attribute', fault, { detail: `${name}: ${problem}` })
    }

    #follow() {
      this.#unfollow()
      const { core } = this.sg
      const readPage = () => {
        core.setLocale(localeOf(this))
        core.setTimeZone(timeZoneOf(this))
        showTheme(this)
      }
      readPage()
      this.#stops = [watchAround(this, readPage)]
      const own = this.#connection
      if (own) core.setConnection(own)
      this.#stops.push(
        followConnection(this, (connection, isProvided) => {
          if (!own) return core.setConnection(connection)
          const isOther = isProvided && connection?.baseUrl !== own.baseUrl
          core.note('connection', isOther ? { problem: 'two-connections', detail: '' } : null)
          if (isOther) core.report('connection', 'two-connections')
        }),
      )
    }

    #unfollow() {
      for (const stop of this.#stops) stop()
      this.#stops = []
    }

    /** Set on the tag before it was defined, they would hide the accessors. */
    #takeEarlyProperties() {
      for (const name of [...Object.keys(props), 'connection']) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
    }
  }

  for (const [name, declaration] of Object.entries(props)) {
    Object.defineProperty(SgElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: SgElement) {
        return this.sg.core.valueOf(name) ?? declaration.fallback
      },
      set(this: SgElement, value: unknown) {
        this.take(name, declaration, value)
      },
    })
  }
  register(tag, SgElement)
  return SgElement as unknown as { new (): ElementOf<Api> & { connection: Connection | null } }
}

function Waiting() {
  useElementState('loading')
  return <Skeleton rows={3} />
}
