import type { Plugin } from 'vite'

/** The part of the kit that pulls in what not every element needs. A module has a feature when it imports it, however far away. */
const FEATURES = {
  rows: /elements\/kit\/table\//,
  table: /elements\/kit\/(Pagination|table\/(Table|kept-columns|model))/,
  field: /elements\/kit\/TextField|elements\/parts\/(form|rights)\//,
  codes: /core\/catalogue\/code/,
  number: /elements\/kit\/(Number|DateTime)/,
  screen: /core\/(canvas|rules\/expression|contract\/documents)\/|elements\/(canvas|kinds)\//,
}
type Feature = keyof typeof FEATURES

/** Below this many elements that share a module, the bundler's own way is as good: a file for those that share it. */
const SHARERS = 4
/** A module that so many elements share is every element's. */
const NEARLY_ALL = 30

const ELEMENT = /\/elements\/screens\/([a-z-]+)\/index\.ts$/
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|i18next|@r2wc)\//
const LIVE_PATH =
  /core\/(connection\/(?!file-reply|pace|sign-in|signature|text)|realtime|stores\/(?!alarm|call-failure|collection|next-frame|settled|unread)|contract\/(browser-schemas|endpoint|api-error|json|telemetry|realtime|login|system|live|time-zone-name|wire)\.|rules\/(staleness|trend-path))|core\/catalogue\/(connection-limits|durations|forbidden-codes|session-codes)|core\/text\/(number-format|lang)|elements\/(context\/(problem|connection-lookup|fetch-first|language)|define\/(register|props)|theme\/sheet-of)\.ts$|preload-helper\.js$|node_modules\/(nanostores\/(?!.*map|listen))\//

/** Calls that are made at once, though their declarations are imported by their names. */
const FIRST_CALLS = /core\/contract\/(session|device|device-page|control|history|file|alarm-rule)\.ts$/

/** Small, and used by the monitor and the feed at once and by what screens show later: with `list` they would bring it along. */
const SMALL_PARTS =
  /(elements\/(kit\/(AlarmShape|Value)|parts\/(Age|AlarmMark|RowAction|alarm-level|use-(alarm-events|hold|rights|server-now)))|core\/rules\/(alarm-state-text|held-states))\.tsx?$/

/** Little more than its attributes: nobody draws screens without nearly all that it needs. */
const CANVAS = /\/elements\/screens\/canvas\//

/** Parts of ours that come together, though the bundler would make a file of each that something else has use for. */
const TOGETHER: Record<string, RegExp> = {
  configuration: /core\/contract\/(configuration|device-group|resource|screen|template|virtual-device|weather)\.ts$/,
  // Called by what shows no dashboard, too.
  'dashboard-calls': /core\/contract\/(dashboard|shared-dashboard)\.ts$/,
  'dashboard-view':
    /core\/(dashboard\/layout|contract\/documents\/dashboard)\.ts$|elements\/canvas\/view\/(dashboard-screen\.ts|dashboard-time\.ts|use-dashboard-choices\.tsx|use-variables\.ts|use-layout\.ts)$/,
  'alarm-calls': /core\/contract\/(alarm|timestamp)\.ts$/,
  alarms:
    /core\/stores\/alarm-map\.ts$|elements\/(kit\/AlarmStateMark|screens\/alarm-feed\/feed-context|parts\/(alarm-panel\/console-actions|alarm-acts\/(?!(Note|Refusals|Shelve)Dialog|AlarmLines|ChosenActs|text|.*\.css|dialogs)|device-choice\/(DevicePicker|use-device-name|text)))/,
  // With the colours and dashes of its lines.
  curves:
    /core\/catalogue\/themes\.ts$|elements\/(parts\/curves\/(use-curves|curve-series|beyond|wider)\.ts|kit\/chart\/(Chart\.tsx|(lanes|range|series)\.ts|chart\.css))/,
  dialog:
    /elements\/kit\/(overlay\/DialogFrame|OverlayLayer)|react-aria-components\/dist\/private\/(Dialog|Heading|Modal)\.mjs|react-aria\/dist\/private\/(dialog\/useDialog|focus\/FocusScope|overlays\/(DismissButton|Overlay|ariaHideOutside|useModalOverlay|useOverlay|usePreventScroll)|interactions\/useInteractOutside|utils\/(animation|getScrollParent|isScrollable|keyboard|runAfterKeyboard|shadowdom\/ShadowTreeWalker|useViewportSize)|visually-hidden\/VisuallyHidden)\.mjs/,
  'entity-form':
    /elements\/(parts\/form\/(EntityForm|NameDialog|SecretPanel|use-d(ialog|raft))\.tsx?$|kit\/layout\.css)/,
  // Small each: what draws a limit says it, too.
  limits: /elements\/parts\/(curves\/limits|alarm-rules\/rule-words)\.ts$/,
  // Small each, and named by the loader.
  neighbours:
    /elements\/parts\/(neighbours\/(paths|text|use-(may-open-device|may-write-log|neighbour-menu|neighbours))|alarm-rules\/use-may-read-rules)\.tsx?$/,
  // Named by the loader for each screen that has a tree of groups.
  'group-trees':
    /core\/rules\/tree\.ts$|elements\/parts\/(group-tree\/|user-group-picker\/(UserGroupPicker|group-options|text|use-user-groups))/,
  'device-lists': /elements\/parts\/(device-filter\/|alarm-marks\/AlarmCount\.tsx$)/,
  // Forms would bring along the names of all rights, for which few have use.
  rights: /core\/(catalogue\/permissions|rules\/rights-tree)\.ts$/,
  number:
    /elements\/kit\/NumberField|@internationalized\/number\/|react-(aria|stately|aria-components)\/dist\/private\/(numberfield\/|spinbutton\/|intl\/(numberfield|spinbutton)\/|NumberField|textfield\/useFormattedTextField|interactions\/useScrollWheel|i18n\/useNumberFormatter|utils\/(number|useEvent)\.mjs)/,
}

/** Values of tables and tiles with the marks of their alarms: what shows them has a table. */
const ALARMED = /elements\/parts\/alarm-marks\/(AlarmedValue\.tsx|alarmed-value\.css|(use-)?point-alarms\.ts|text\.ts)/

/** What is fetched after an element: its files, with what they import from the same folders and no element needs at once. */
const LATER: Record<string, { files: RegExp; folders: RegExp }> = {
  // With the views and symbols that most screens have: they come while the screen itself is on its way. Kinds that dashboards
  // alone are made of, or few screens, are left out.
  controls: {
    files:
      /elements\/canvas\/controls\/((?!(camera|column-chart|device-list|device-tree|group-tree|key-figures|model|pie|tabs|screen|markdown|alarm-measures|web-page)\/)[a-z-]+\/control|basic-kinds|(alarm-list|realtime-curve)\/View|symbol\/(drawn|library\/(instruments|motors|pumps|tanks|valves)))\.tsx?$/,
    folders: /elements\/(canvas\/(controls|view)|kinds|parts)\//,
  },
  panel: {
    files: /elements\/parts\/(alarm-acts\/dialogs\.ts|alarm-panel\/AlarmPanel\.tsx)$/,
    folders: /elements\/parts\/alarm-(acts|panel)\//,
  },
}

/**
 * Which modules are one file. A browser has six connections to a server and each file costs a way there and back, so an
 * element comes in about six files: few enough to be requested at once, and none of them mostly for others.
 *
 *   core    the connection and the live stores: every page, leaves and screens alike, and so one socket
 *   base    React and what every screen is made with, and the calls that most of them make
 *   list    rows, filters and what else the device monitor and the alarm feed are made with
 *   table   the table; the feed does without
 *   codes   the words of refusals
 *   form    text fields, and what only forms and administration share
 *   screen  what draws configuration screens, the canvas among them
 *
 * Of what is imported later, `TOGETHER` and `LATER` say what comes as one file: what a screen with a few kinds of controls
 * asks for, or an alarm that was opened. Everything else is left to the bundler.
 */
export function joinedChunks(): {
  plugin: Plugin
  groups: { name: string; test(id: string): boolean; priority: number; includeDependenciesRecursively: boolean }[]
} {
  const imports = new Map<string, readonly string[]>()
  const features = new Map<string, Set<Feature>>()
  const later = new Map<string, Set<string>>()
  /** The names of the elements that load a module with themselves. */
  let users: Map<string, Set<string>> | null = null

  function closure(id: string): Set<string> {
    const found = new Set([id])
    for (const one of found) for (const imported of imports.get(one) ?? []) found.add(imported)
    return found
  }

  function usersOf(id: string): Set<string> {
    if (!users) {
      users = new Map()
      for (const entry of imports.keys()) {
        const name = ELEMENT.exec(entry)?.[1]
        if (!name) continue
        for (const module of closure(entry)) users.set(module, (users.get(module) ?? new Set()).add(name))
      }
    }
    return users.get(id) ?? new Set()
  }

  function isLater(id: string, name: string): boolean {
    const { files, folders } = LATER[name] as { files: RegExp; folders: RegExp }
    if (!folders.test(id) || usersOf(id).size > 0) return false
    let found = later.get(name)
    if (!found) {
      found = new Set([...imports.keys()].filter((one) => files.test(one)))
      for (const one of found)
        for (const imported of imports.get(one) ?? []) if (folders.test(imported)) found.add(imported)
      later.set(name, found)
    }
    return found.has(id)
  }

  function featuresOf(id: string): Set<Feature> {
    let found = features.get(id)
    if (!found) {
      found = new Set()
      for (const module of closure(id)) {
        for (const [feature, pattern] of Object.entries(FEATURES))
          if (pattern.test(module)) found.add(feature as Feature)
      }
      features.set(id, found)
    }
    return found
  }

  /** Packages come with what imports them: the bundler knows what of them is used. */
  const isOurs = (id: string) => !id.includes('/node_modules/') && !id.includes('?own')
  const has = (id: string, ...allowed: Feature[]) => [...featuresOf(id)].every((feature) => allowed.includes(feature))
  const isShared = (id: string) => isOurs(id) && usersOf(id).size >= SHARERS
  const isFor = (id: string, ...elements: string[]) => elements.some((name) => usersOf(id).has(name))
  /** Used by the monitor itself and by what other elements load later: it must not take the monitor with it. */
  const isWriting = (id: string) => /elements\/parts\/write\//.test(id) && isFor(id, 'device-monitor')
  const isOfRules = (id: string) => /use-may-read-rules|rule-readers/.test(id) && isFor(id, 'device-monitor')

  // What is further down in the order of imports comes first: a group takes along what its modules import.
  const tests: Record<string, (id: string) => boolean> = {
    core: (id) => LIVE_PATH.test(id) && !id.includes('?own'),
    base: (id) =>
      FRAMEWORK.test(id) ||
      FIRST_CALLS.test(id) ||
      SMALL_PARTS.test(id) ||
      (isShared(id) && has(id) && usersOf(id).size >= NEARLY_ALL) ||
      ((isShared(id) || id.includes('/elements/kit/')) && has(id) && isFor(id, 'canvas')),
    list: (id) => (isShared(id) || isOfRules(id)) && has(id, 'rows') && isFor(id, 'device-monitor', 'alarm-feed'),
    table: (id) =>
      ALARMED.test(id) || isWriting(id) || (isShared(id) && has(id, 'rows', 'table') && isFor(id, 'device-monitor')),
    codes: (id) => FEATURES.codes.test(id),
    form: (id) => isShared(id) && has(id, 'rows', 'field', 'codes') && !featuresOf(id).has('table'),
    screen: (id) =>
      CANVAS.test(id) ||
      (isOurs(id) &&
        usersOf(id).size > 1 &&
        isFor(id, 'canvas') &&
        has(id, 'screen', 'codes') &&
        featuresOf(id).has('screen')),
  }
  const together = Object.entries(TOGETHER).map(([name, pattern]) => [name, (id: string) => pattern.test(id)] as const)
  const after = Object.keys(LATER).map((name) => [name, (id: string) => isLater(id, name)] as const)
  const ordered = [
    ...together.map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
    ...Object.entries(tests).map(([name, test]) => ({ name, test, includeDependenciesRecursively: true })),
    ...after.map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
  ]
  return {
    plugin: {
      name: 'joined-chunks',
      buildStart() {
        imports.clear()
        features.clear()
        later.clear()
        users = null
      },
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    groups: ordered.map((group, at) => ({ ...group, priority: ordered.length - at })),
  }
}
