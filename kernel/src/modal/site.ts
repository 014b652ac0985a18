import type { ReadonlySignal } from '../signals.js'

export interface SiteMetadata {
  readonly name: string
  readonly url: string
  readonly description?: string
  readonly icons?: readonly string[]
}

export type ThemeMode = 'light' | 'dark' | 'auto'

/** What plugins may know about the site they run in. */
export interface Site {
  /** Tells several modals on one page apart; part of every storage key. */
  readonly id: string
  /** Absent: services that need a project id are off. */
  readonly projectId: string | undefined
  readonly metadata: SiteMetadata
  readonly theme: ReadonlySignal<ThemeMode>
  readonly locale: ReadonlySignal<string>
}
