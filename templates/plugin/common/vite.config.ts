import { defineConfig } from 'vite'

/** Playground: the plugin with fakes. Sends no requests to other machines. */
export default defineConfig({ root: 'playground', build: { outDir: 'dist', emptyOutDir: true } })
