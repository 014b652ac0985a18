import { definePlugin } from '@wallet-modal/kernel'
import type { SandboxOptions } from './options.js'

/** What a production build gets in place of the sandbox: a plugin that does nothing. */
export const sandbox = definePlugin<SandboxOptions>({ name: '@wallet-modal/sandbox', kernel: '^0.1', setup() {} })
