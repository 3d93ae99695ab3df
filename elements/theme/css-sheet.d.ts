/// <reference types="vite/client" />

/** One shared sheet per file, made by the css sheet plugin of vite.config.ts. */
declare module '*.css?sheet' {
  const sheet: CSSStyleSheet
  export default sheet
}
