import { CliError } from '../../errors.js'
import type { DetectedSite } from '../detect/detect.js'
import type { Snapshot } from '../detect/snapshot.js'
import type { SiteManifest } from './site-manifest.js'

/** Environment variable of a site's project id that its pages cannot read, and a name that they could read. */
export interface HiddenVariable {
  readonly name: string
  /** Program that passes environment variables to pages: Next.js, Astro or Vite. */
  readonly bundler: string
  /** Prefix of the variables that `bundler` passes to pages. */
  readonly prefix: string
  /** The variable's name with `prefix`. */
  readonly visibleName: string
}

const knownPrefix = /^(?:NEXT_PUBLIC|VITE|PUBLIC)_/

/** Bundler of a site and the prefix of the variables that it passes to pages. `undefined` if all names are possible, or the bundler is unknown. */
function bundlerOf({ framework, usesVite }: Pick<DetectedSite, 'framework' | 'usesVite'>) {
  if (framework === 'next') return { bundler: 'Next.js', prefix: 'NEXT_PUBLIC_' }
  if (framework === 'astro') return { bundler: 'Astro', prefix: 'PUBLIC_' }
  return usesVite ? { bundler: 'Vite', prefix: 'VITE_' } : undefined
}

/**
 * Environment variable of a site's project id; `undefined` if the pages can read it. Pages can read variables with the bundler's prefix, and
 * variables that the bundler's configuration names. If the configuration sets `envPrefix`, names with `VITE_` or `PUBLIC_` are accepted too: the
 * generated file reads these from `import.meta.env`, and all others from `process.env`.
 */
export function findHiddenVariable(
  { projectId }: Pick<SiteManifest, 'projectId'>,
  site: Pick<DetectedSite, 'framework' | 'usesVite'>,
  files: Snapshot,
): HiddenVariable | undefined {
  const bundler = bundlerOf(site)
  if (typeof projectId !== 'object' || !bundler) return undefined
  const name = projectId.env
  if (name.startsWith(bundler.prefix)) return undefined
  const config = [...files]
    .flatMap(([path, text]) => (/^(?:next|vite|astro)\.config\./.test(path) ? [text] : []))
    .join()
  const isRenamed = bundler.bundler !== 'Next.js' && /^(?:VITE|PUBLIC)_/.test(name) && /\benvPrefix\b/.test(config)
  if (isRenamed || config.includes(name)) return undefined
  return { name, ...bundler, visibleName: bundler.prefix + name.replace(knownPrefix, '') }
}

/** Throws `INVALID_OPTION` with the corrected name if the site's pages cannot read the environment variable of its project id. */
export function checkVariable(...input: Parameters<typeof findHiddenVariable>): void {
  const hidden = findHiddenVariable(...input)
  if (!hidden) return
  const { name, bundler, prefix, visibleName } = hidden
  throw new CliError(
    'INVALID_OPTION',
    `The project id cannot be read from "${name}": ${bundler} passes only variables that begin with ${prefix} to pages.`,
    { advice: `Use "env:${visibleName}", and set ${visibleName} where the site is built.` },
  )
}

/**
 * Throws `INVALID_OPTION` if a wallet-modal.json from someone else names an environment variable without a prefix for public variables. Its value may
 * be a secret, and the build of a page without a bundler would publish it.
 */
export function checkForeignVariable({ projectId }: Pick<SiteManifest, 'projectId'>): void {
  if (typeof projectId !== 'object' || knownPrefix.test(projectId.env)) return
  throw new CliError(
    'INVALID_OPTION',
    `The file reads the project id from the environment variable "${projectId.env}", whose value would be public.`,
    {
      advice:
        'In a file for --from, the name must begin with VITE_, PUBLIC_ or NEXT_PUBLIC_. Remove "projectId" from a copy of the file, pass the path of that copy, and set the project id afterwards: npx create-wallet-modal set projectId=<id>',
    },
  )
}
