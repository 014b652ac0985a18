import { defineConfig } from 'vite'

/** Playground: runs the plugin with a fake wallet. Sends no requests to other machines. */
export default defineConfig({ root: 'playground', build: { outDir: 'dist', emptyOutDir: true } })
