import type { DetectedSite } from '../detect/detect.js'
import type { Framework } from '../detect/framework.js'
import { isPreactAlias } from '../detect/package-json.js'
import { bundlerName, bundlerVersion } from './build-page.js'
import type { PackageLists, Versions } from './site-packages.js'

/**
 * Alias that installs Preact as `react` and as `react-dom` in sites without React: Preact is several times smaller. The version of `@preact/compat`
 * satisfies the React peer ranges of all wallet-modal packages.
 */
const preactCompat = 'npm:@preact/compat@18.3.2'
const preactVersion = '11.2.0'

/** Packages that a kind of site needs in addition to peer dependencies. They stay in the site's package.json until the modal is removed. */
export const kindPackages: readonly string[] = ['preact', bundlerName]

export interface KindPackages {
  /** Versions for the peer dependencies that the site does not list. */
  readonly tested: Versions
  /** Packages that are not peer dependencies. */
  readonly extra: PackageLists
}

/** Packages that depend on the kind of site: React sites keep React, other sites get Preact as an alias of React, plain HTML also gets esbuild. */
export function packagesFor(
  { framework, listed }: Pick<DetectedSite, 'framework' | 'listed'>,
  tested: Versions,
): KindPackages {
  const react = listed.get('react')
  const devDependencies: Versions = framework === 'html' ? { [bundlerName]: bundlerVersion } : {}
  if (react !== undefined && !isPreactAlias(react))
    return { tested: { ...tested, 'react-dom': react }, extra: { dependencies: {}, devDependencies } }
  if (usesHooks(framework)) return { tested, extra: { dependencies: {}, devDependencies } }
  return {
    tested: { ...tested, react: preactCompat, 'react-dom': preactCompat },
    extra: { dependencies: { preact: preactVersion }, devDependencies },
  }
}

/** Whether a site of this kind uses React and its hooks. All other sites use the custom elements. */
export const usesHooks = (framework: Framework): boolean => /^(?:react|next|react-router)$/.test(framework)
