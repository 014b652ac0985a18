import { definePlugin } from '@wallet-modal/kernel'
import { showButton } from './button.js'
import { Devtools } from './contract.js'
import { createRecord } from './record.js'

/**
 * Development only: a button in the page's corner opens the developer panel. Production builds get an empty plugin. The package's export condition
 * `development` selects the panel. Vite, webpack and Next.js set it in development; with esbuild, pass `--conditions=development`.
 */
export const devtools = definePlugin({
  name: '@wallet-modal/devtools',
  kernel: '^0.1',
  views: [Devtools],
  ui: () => import('./ui.js'),
  setup(ctx) {
    const record = createRecord(ctx)
    ctx.effect(() => showButton(() => void ctx.router.push(Devtools)))
    return record
  },
})
