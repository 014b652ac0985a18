import type { PluginPackage } from '../plan/plugin-manifest.js'
import type { SiteManifest } from '../plan/site-manifest.js'

/** Something that `doctor` found: what it is, why it matters, and how to put it right. */
export interface Finding {
  /** Stable: for machines and for looking it up. */
  readonly id: string
  readonly severity: 'error' | 'warning'
  readonly what: string
  readonly why: string
  readonly fix: string
}

/** A site under examination. */
export interface Patient {
  readonly folder: string
  readonly site: SiteManifest
  /** Plugins whose manifests could be read. */
  readonly plugins: readonly PluginPackage[]
  /** First-party plugins, for suggestions. */
  readonly known: readonly PluginPackage[]
  readonly nodeVersion: string
  /** The folder of a production build, absolute; absent where there is none. */
  readonly build: string | undefined
}

export type Check = (patient: Patient) => Promise<readonly Finding[]>
