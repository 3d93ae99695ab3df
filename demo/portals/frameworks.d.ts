declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
declare module '*.svelte' {
  import type { Component } from 'svelte'

  const component: Component
  export default component
}
declare module '*/guest-token.mjs' {
  export function guestToken(
    embedKey: string | undefined,
    user: { id: string; name: string },
    resources: object,
    actions: readonly string[],
    nowS?: number,
  ): string
}
