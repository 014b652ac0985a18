import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue()],
  // No code in the page itself: the build works under a strict Content-Security-Policy.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
