import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The portals that a framework needs a build for, one file each in `dist/portals`; jQuery comes along as it is. */
export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('sg-') } } }),
    svelte({ configFile: false }),
    {
      name: 'jquery-as-it-is',
      generateBundle() {
        const source = readFileSync(here('../../node_modules/jquery/dist/jquery.min.js'))
        this.emitFile({ type: 'asset', fileName: 'jquery.js', source })
      },
    },
  ],
  build: {
    outDir: here('../../dist/portals'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: {
        react: here('react/react.tsx'),
        vue: here('vue/vue.ts'),
        svelte: here('svelte/svelte.ts'),
        angular: here('angular/angular.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
