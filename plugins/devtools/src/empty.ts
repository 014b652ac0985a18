import { definePlugin } from '@wallet-modal/kernel'

/** Empty plugin that replaces the panel in production builds. */
export const devtools = definePlugin({ name: '@wallet-modal/devtools', kernel: '^0.1', setup() {} })
