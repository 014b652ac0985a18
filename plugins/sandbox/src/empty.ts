import { definePlugin } from '@wallet-modal/kernel'
import type { SandboxOptions } from './options.js'

/** Replacement for the sandbox in production builds: a plugin that does nothing. */
export const sandbox = definePlugin<SandboxOptions>({ name: '@wallet-modal/sandbox', kernel: '^0.1', setup() {} })
