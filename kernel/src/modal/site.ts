import type { ReadonlySignal } from '../signals.js'

/** Description of the site for wallets. */
export interface SiteMetadata {
  readonly name: string
  readonly url: string
  readonly description?: string
  readonly icons?: readonly string[]
}

/** Colour scheme; `auto` follows the operating system. */
export type ThemeMode = 'light' | 'dark' | 'auto'

/** Information about the site for plugins. */
export interface Site {
  /** Distinguishes several modals on one page; part of all storage keys. */
  readonly id: string
  /** If absent, services that require a project id are disabled. */
  readonly projectId: string | undefined
  readonly metadata: SiteMetadata
  readonly theme: ReadonlySignal<ThemeMode>
  readonly locale: ReadonlySignal<string>
}

export const inBrowser = (): boolean => typeof document !== 'undefined'
