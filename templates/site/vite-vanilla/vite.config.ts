import { defineConfig } from 'vite'

export default defineConfig({
  // No code in the page itself: the build works under a strict Content-Security-Policy.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
