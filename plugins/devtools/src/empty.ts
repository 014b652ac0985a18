import { definePlugin } from '@wallet-modal/kernel'

/** What a production build gets in place of the panel: a plugin that does nothing. */
export const devtools = definePlugin({ name: '@wallet-modal/devtools', kernel: '^0.1', setup() {} })
