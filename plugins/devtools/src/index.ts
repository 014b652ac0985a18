import { definePlugin } from '@wallet-modal/kernel'
import { showButton } from './button.js'
import { Devtools } from './contract.js'
import { createRecord } from './record.js'

/** Developer panel, for development only. A button in the corner of the page opens the panel. A production build contains an empty plugin instead. */
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
