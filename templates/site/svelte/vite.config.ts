import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Tests draw in a made-up browser; without this they would get what Svelte has for servers.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // No code in the page itself: the build works under a strict Content-Security-Policy.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
}))
