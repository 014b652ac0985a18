import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import type { FindingId } from './finding-ids.js'
import type { Served } from './served.js'

/** Something that `doctor` found: what it is, why it matters, and how to put it right. */
export interface Finding {
  /** Stable: for machines, and for looking it up in docs/doctor.md. */
  readonly id: FindingId
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
  /** The variables that a build started here would see. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of a production build, absolute; absent where there is none. */
  readonly build: string | undefined
  /** The page whose headers are to be judged, as `--csp` named it. */
  readonly served: Served | undefined
  /** Whether services may be asked. */
  readonly online: boolean
  readonly signal: AbortSignal
}

export type Check = (patient: Patient) => Promise<readonly Finding[]>
