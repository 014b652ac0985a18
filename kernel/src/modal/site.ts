import type { ReadonlySignal } from '../signals.js'

export interface SiteMetadata {
  readonly name: string
  readonly url: string
  readonly description?: string
  readonly icons?: readonly string[]
}

export type ThemeMode = 'light' | 'dark' | 'auto'

/** Information about the site for plugins. */
export interface Site {
  /** Distinguishes several modals on one page; part of all storage keys. */
  readonly id: string
  /** Absent: services that require a project id are off. */
  readonly projectId: string | undefined
  readonly metadata: SiteMetadata
  readonly theme: ReadonlySignal<ThemeMode>
  readonly locale: ReadonlySignal<string>
}

export const inBrowser = (): boolean => typeof document !== 'undefined'
