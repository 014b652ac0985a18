import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import type { FindingId } from './finding-ids.js'
import type { PageHeaders } from './headers/page-headers.js'

/** A problem that `doctor` found, with its reason and its fix. */
export interface Finding {
  /** Stable id, listed in docs/doctor.md. */
  readonly id: FindingId
  readonly severity: 'error' | 'warning'
  /** The problem, as one sentence. */
  readonly what: string
  /** Consequence of the problem. */
  readonly why: string
  /** What the user can do, such as a command. */
  readonly fix: string
}

/** A site to check. */
export interface DoctorTarget {
  readonly folder: string
  readonly site: SiteManifest
  /** Plugins whose manifests could be read. */
  readonly plugins: readonly PluginPackage[]
  /** First-party plugins, for suggestions. */
  readonly known: readonly PluginPackage[]
  /** Version of the running Node.js, without `v`. */
  readonly nodeVersion: string
  /** Environment variables of this process, which a build in the same shell would read. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path of the production build; absent if there is none. */
  readonly build: string | undefined
  /** Headers of the page given by `--csp`. */
  readonly pageHeaders: PageHeaders | undefined
  /** Whether `--online` is given: allows requests to the site's services and nodes. */
  readonly online: boolean
  readonly signal: AbortSignal
}

/** One check of `doctor`. Returns a finding for each problem. */
export type Check = (target: DoctorTarget) => Promise<readonly Finding[]>
