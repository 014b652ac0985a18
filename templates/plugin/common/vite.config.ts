import { defineConfig } from 'vite'

/** The playground: the plugin with fakes around it. Nothing outside this machine is asked. */
export default defineConfig({ root: 'playground', build: { outDir: 'dist', emptyOutDir: true } })
